// The floor of anything in React: hydrates an empty component beside the page's HTML.
import { createElement, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

const Empty = () => {
  useEffect(() => {
    document.querySelector('#root').dataset.live = ''
  }, [])
  return null
}

startTransition(() => {
  hydrateRoot(document.querySelector('#empty'), createElement(Empty))
})
