/** An entry of the palette. With `to` it opens a page, with `run` it acts. */
export interface Command {
  key: string
  label: string
  /** Distinguishes entries of the same name: a phone, an address, a state. */
  note?: string
  to?: string
  run?: () => void
}

/** A group of commands. Sources with `search` query the server for the typed text. */
export interface CommandSource {
  name: string
  list?: () => readonly Command[]
  search?: (text: string, signal: AbortSignal) => Promise<readonly Command[]>
  /** The fields that are searched, if not only a part of a name or number. */
  by?: string
  /** Suggestions if no source has a match for the text. */
  otherwise?: (text: string) => readonly Command[]
}

/** Blanks between words are optional: “余额 充值” means 余额充值. */
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '')

/** Reports whether a label contains the characters in this order: 购买专线 means 购买虚拟专线. */
function hasInOrder(label: string, query: string): boolean {
  let at = 0
  for (const character of label) if (character === query[at]) at += 1
  return at === query.length
}

/**
 * Returns the matching commands: first labels that begin with the text, then those that contain it, then those that have its
 * characters in order.
 */
export function matching(commands: readonly Command[], text: string): Command[] {
  const query = plain(text)
  const has = (value: string | undefined) => value !== undefined && plain(value).includes(query)
  const rank = ({ label, note }: Command) => {
    if (plain(label).startsWith(query)) return 0
    if (has(label) || has(note)) return 1
    return query.length > 1 && hasInOrder(plain(label), query) ? 2 : undefined
  }
  const ranked = commands.flatMap(command => ({ command, place: rank(command) }))
  return ranked
    .flatMap(({ command, place }) => (place === undefined ? [] : { command, place }))
    .sort((one, other) => one.place - other.place)
    .map(({ command }) => command)
}
