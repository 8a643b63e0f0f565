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
    still: motion.matches() || paper.matches(),
  }
}

const mediaStore = (query: string) => ({
  matches: () => matchMedia(query).matches,
  watch(listener: () => void): () => void {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  },
})
export const motion = mediaStore(reducedMotion)
/** On paper the tokens are those of the light theme, and what moves would be printed on its way. */
export const paper = mediaStore('print')
