import type { Alias } from 'vite'

/**
 * The pages are written for React and run on Preact, which is a ninth of its weight: with React itself no page
 * could keep to its 75 KB of script (docs/decisions/0012-preact-runs-the-pages.md).
 */
export const preactForReact: Alias[] = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/server$/, replacement: 'preact/compat/server' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]
