/** When what was pressed cannot be done, because the script for it does not come on a new page either. */
export const scriptMissing =
  "Part of this page couldn't load, so nothing has changed. Reload the page and try again. If your browser blocks scripts, allow them for this site."
