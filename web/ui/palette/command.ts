/** An entry of the palette. With `to` it opens a page, with `run` it acts. */
export interface Command {
  key: string
  label: string
  /** Distinguishes two of the same name: a phone, an address, a state. */
  note?: string
  to?: string
  run?: () => void
}

/** A group of commands. Those with `search` ask the server for what is being typed. */
export interface CommandSource {
  name: string
  list?: () => readonly Command[]
  search?: (text: string, signal: AbortSignal) => Promise<readonly Command[]>
  /** What is found by, unless it is a part of a name or a number. */
  by?: string
  /** What to do next when nothing has what was typed. */
  otherwise?: (text: string) => readonly Command[]
}

/** Blanks between words are typed or not: “余额 充值” means 余额充值. */
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '')

/** Reports whether a label has the characters in this order: 购买专线 means 购买虚拟专线. */
function hasInOrder(label: string, query: string): boolean {
  let at = 0
  for (const character of label) if (character === query[at]) at += 1
  return at === query.length
}

/** Those of a list that the text means: labels that begin with it, then what has it, then labels that have its characters in order. */
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
