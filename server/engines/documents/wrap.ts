import { type Fonts, widthOf } from './fonts.ts'

/** Characters that may not begin a line; the preceding character moves to the next line with them. */
const closing = /^[，。、；：？！）】》”’·,.;:?!)\]}]/

/** A Latin word or a number stays whole if it fits on a line; Chinese may break after each character. */
const pieces = (text: string): string[] =>
  text.match(/[\u0021-\u007e\u00a1-\u00ff]+|[^\u0021-\u007e\u00a1-\u00ff]/gu) ?? []

/** Splits a text into lines at most `width` points wide. A word that is wider by itself is broken at the end of the line. */
export function wrap(fonts: Fonts, text: string, size: number, width: number): string[] {
  return text.split('\n').flatMap(paragraph => wrapParagraph(fonts, paragraph, size, width))
}

function wrapParagraph(fonts: Fonts, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  const end = () => {
    lines.push(line.join('').trimEnd())
    line = []
    used = 0
  }
  const add = (piece: string): void => {
    const wide = widthOf(fonts, piece, size)
    if (used + wide > width && line.length) {
      const before = closing.test(piece) && line.length > 1 ? line.pop() : undefined
      end()
      if (before !== undefined) add(before)
      if (piece === ' ') return
    }
    if (wide > width && piece.length > 1) {
      for (const character of piece) add(character)
      return
    }
    line.push(piece)
    used += wide
  }
  for (const piece of pieces(text)) add(piece)
  end()
  return lines
}
