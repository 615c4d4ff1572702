import { useRef, type SyntheticEvent } from 'react'

/**
 * Handlers of a `<dialog>` for a press on what is outside its content. The press must begin and end there: browsers also
 * send the click of a drag that crosses the edge, such as one that selects text, to the dialog.
 */
export const usePressOutside = (onPress: () => void) => {
  const isOutside = useRef(false)
  return {
    onPointerDown: ({ target, currentTarget }: SyntheticEvent) => {
      isOutside.current = target === currentTarget
    },
    onPointerUp: ({ target, currentTarget }: SyntheticEvent) => {
      if (target !== currentTarget) isOutside.current = false
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (isOutside.current && target === currentTarget) onPress()
    },
  }
}
