import { BadSheet } from './archive.ts'

export interface Tag {
  /** The name without its prefix. */
  name: string
  kind: 'open' | 'close' | 'empty'
  /** Where the text between the name and the end of the tag begins in the XML. */
  at: number
  /** The text between the name and the end of the tag. */
  attributes: string
}

/** Office programs write far less. Readers take time quadratic in the attributes of a tag, and memory by the depth. */
const limits = { tag: 16_384, depth: 64 }

/**
 * Yields the tags of an XML text in one pass, in time linear in its length. Throws BadSheet for anything that no office program
 * writes: document types with entities, enormous tags, and deep nesting.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let depth = 0
  let at = xml.indexOf('<')
  while (at >= 0) {
    let end: number
    if (xml.startsWith('<!--', at)) end = endOf(xml, '-->', at)
    else if (xml.startsWith('<![CDATA[', at)) end = endOf(xml, ']]>', at)
    else if (xml.startsWith('<?', at)) end = endOf(xml, '?>', at)
    else if (xml.startsWith('<!', at)) throw new BadSheet('a document type')
    else {
      end = endOfTag(xml, at)
      const tag = tagOf(xml.slice(at, end), at)
      if (tag.kind === 'open') depth += 1
      else if (tag.kind === 'close') depth -= 1
      if (depth > limits.depth || depth < 0) throw new BadSheet('nested too deep')
      yield tag
    }
    at = xml.indexOf('<', end)
  }
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  if (at < 0) throw new BadSheet('cut off')
  return at + mark.length
}

/** A `>` within quotes does not end the tag. */
function endOfTag(xml: string, from: number): number {
  const first = xml.indexOf('>', from)
  const tag = first < 0 || first - from > limits.tag ? '' : xml.slice(from, first)
  if (tag && !tag.includes('"') && !tag.includes("'")) return first + 1
  let quote = ''
  const last = Math.min(xml.length, from + limits.tag)
  for (let at = from + 1; at < last; at++) {
    const character = xml.charAt(at)
    if (quote) {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  throw new BadSheet('an enormous tag')
}

/** Takes a whole tag, from `<` to `>`, and its place in the XML. */
function tagOf(tag: string, from: number): Tag {
  const isClose = tag.charAt(1) === '/'
  const isEmpty = tag.charAt(tag.length - 2) === '/'
  const inner = tag.slice(isClose ? 2 : 1, isEmpty ? -2 : -1)
  const space = inner.search(/\s/)
  const qualified = space < 0 ? inner : inner.slice(0, space)
  return {
    name: qualified.slice(qualified.indexOf(':') + 1),
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    at: from + (isClose ? 2 : 1) + qualified.length,
    attributes: space < 0 ? '' : inner.slice(space),
  }
}

const patternOf = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`)
/** Every cell's reference is read, so the patterns are compiled once. */
const patterns = {
  r: patternOf('r'),
  ref: patternOf('ref'),
  'r:id': patternOf('r:id'),
  Id: patternOf('Id'),
  Target: patternOf('Target'),
  state: patternOf('state'),
  s: patternOf('s'),
  numFmtId: patternOf('numFmtId'),
  formatCode: patternOf('formatCode'),
}

/** Returns an attribute's text; the name includes its prefix. */
export const attribute = ({ attributes }: Tag, name: keyof typeof patterns): string | undefined =>
  patterns[name].exec(attributes)?.[1]
