import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code as one SVG path. Dark on light in every theme, because scanners expect that. */
export const QrCode = ({
  text,
  label,
  className,
}: {
  text: string
  /** The accessible name. */
  label: string
  className?: string | undefined
}) => {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 2 })
    const dark = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { size: code.size, path: dark.join('') }
  }, [text])
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
