import { useEffect, useMemo, useState } from 'react'
import { type Command, type CommandSource, matching } from './command.ts'

export interface CommandGroup {
  name: string
  commands: readonly Command[]
  /** The results belong to the previous text, and remain until the answer for the present one arrives. */
  stale?: boolean
}

/** Milliseconds after the last key before the server is queried. */
const delay = 200

/** One Chinese character can be a name; one letter or digit would find nearly everything. */
const isEnough = (text: string) => text.length > 1 || /[^\0-\x7f]/.test(text)

/** Returns the commands for the text: pages and acts immediately, people and objects once the server has answered. */
export function useCommands(sources: readonly CommandSource[], typed: string) {
  const text = typed.trim()
  const [found, setFound] = useState<{ text: string; groups: readonly CommandGroup[] }>({ text: '', groups: [] })
  const asks = isEnough(text) && sources.some(({ search }) => search)
  useEffect(() => {
    if (!asks) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const groups = await Promise.all(
        sources.flatMap(({ name, search }) =>
          search ? [search(text, controller.signal).then(commands => ({ name, commands }))] : [],
        ),
      )
      if (!controller.signal.aborted) setFound({ text, groups })
    }, delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [sources, text, asks])
  const matchingGroups = useMemo(
    () =>
      sources.flatMap<CommandGroup>(({ name, list }) => {
        if (!list) return []
        return [{ name, commands: text ? matching(list(), text) : list() }]
      }),
    [sources, text],
  )
  // Results for the previous text remain while the next answer is pending, unless the present text needs no query.
  const waiting = asks && found.text !== text
  const foundGroups = asks ? found.groups.map(group => ({ ...group, stale: waiting })) : []
  const groups = [...matchingGroups, ...foundGroups].filter(({ commands }) => commands.length > 0)
  if (groups.length || waiting || !text) return { groups, waiting, nothing: false }
  const next = sources.flatMap<CommandGroup>(({ name, otherwise }) =>
    otherwise ? { name, commands: otherwise(text) } : [],
  )
  return { groups: next, waiting, nothing: true }
}
