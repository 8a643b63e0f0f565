/** The tokens for charts; a canvas can't use CSS variables. */
export interface ChartLook {
  color: (token: string) => string
  /** The page's body text size in pixels, the smallest text in a chart. */
  text: number
  font: string
  still: boolean
}

const reducedMotion = '(prefers-reduced-motion: reduce)'

export function chartLook(): ChartLook {
  const style = getComputedStyle(document.documentElement)
  const body = getComputedStyle(document.body)
  return {
    color: token => style.getPropertyValue(`--${token}`).trim(),
    text: Number.parseFloat(body.fontSize) * 0.9,
    font: body.fontFamily,
    still: matchMedia(reducedMotion).matches,
  }
}

export function watchMotion(listener: () => void): () => void {
  const media = matchMedia(reducedMotion)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
export const motionReduced = () => matchMedia(reducedMotion).matches
