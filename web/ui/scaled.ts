/** Returns a width in pixels as one that grows with the page on a large screen, as its text does; it never shrinks. */
export const scaled = (pixels: number): string => `max(${pixels / 16}rem, ${pixels}px)`
