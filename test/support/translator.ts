/**
 * Translates the document of a test as a browser does from now on: each text is replaced by an element that the page does
 * not know of. The words stay, so that a test finds them.
 */
export const translateDocument = (): { stop: () => void; count: () => number } => {
  let count = 0
  const replaceText = (): void => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script,style,textarea,font') !== null)
        continue
      const font = document.createElement('font')
      font.append(text.data)
      text.replaceWith(font)
      count += 1
    }
  }
  const observer = new MutationObserver(replaceText)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return { stop: () => observer.disconnect(), count: () => count }
}

/** happy-dom calls what is patched on another object of a form than the one that its children name as their parent. */
export const unifyForms = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called on the node that they are called on below
  const { insertBefore, removeChild } = Node.prototype
  const asParent = (node: Node): Node => node.firstChild?.parentNode ?? node
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(asParent(this), node, before) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    return removeChild.call(asParent(this), node) as T
  }
}
