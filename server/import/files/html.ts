import sanitizeHtml from 'sanitize-html'

/** What a footer or a page of terms is made of. Neither script, style, frame, form, handler nor picture. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'abbr',
    'address',
    'b',
    'blockquote',
    'br',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'li',
    'ol',
    'p',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'time',
    'tr',
    'ul',
  ],
  allowedAttributes: { a: ['href'], abbr: ['title'], th: ['scope'], time: ['datetime'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // A page has one h1, and it is not the footer's.
    h1: 'h2',
    // A page opened from ours must not reach back into it.
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener' }),
  },
}

const options: sanitizeHtml.IOptions = {
  ...allowed,
  allowedAttributes: { ...(allowed.allowedAttributes as Record<string, string[]>), a: ['href', 'rel'] },
}

/** The operator's HTML with everything taken out that could harm a page or its readers. */
export const safeHtml = (html: string): string => sanitizeHtml(html, options).trim()
