/** Returns a pixel width that grows with the page on a large screen, as its text does; it never shrinks. */
export const scaled = (pixels: number): string => `max(${pixels / 16}rem, ${pixels}px)`
