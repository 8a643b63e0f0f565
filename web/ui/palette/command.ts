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
}

/** Those of a list whose label or note has the text, those that begin with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const query = text.toLowerCase()
  const has = (value: string | undefined) => value?.toLowerCase().includes(query) ?? false
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(query)
  return commands
    .filter(({ label, note }) => has(label) || has(note))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))
}
