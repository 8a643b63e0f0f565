import './palette.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { keepEscape } from '../keyboard/keep-escape.ts'
import type { Command, CommandSource } from './command.ts'
import { useCommands } from './use-commands.ts'

/** Returns the next selection among `count` commands. */
const down = (at: number, count: number) => (at + 1) % count
const up = (at: number, count: number) => (at - 1 + count) % count
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: down,
  ArrowUp: up,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function nothingFound(searched: readonly CommandSource[]): string {
  const named = searched.filter(({ by }) => !by).map(({ name }) => name)
  const others = searched.flatMap(({ by }) => by ?? [])
  return `没有找到。可以输入${[`${named.join('、')}的名称或号码`, ...others].join('，')}，也可以输入页面的名字。`
}

/** Finds people, objects, pages and acts by the typed text, for keyboard users. */
export function Palette({ sources, close }: { sources: readonly CommandSource[]; close: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  /** The chosen command by its key: answers that arrive later must not move the choice to another one. */
  const [chosen, setChosen] = useState<string>()
  /** Enter was pressed before the answer for the present text arrived. */
  const [isWanted, setWanted] = useState(false)
  const { groups, waiting, nothing } = useCommands(sources, text)
  const searched = sources.filter(({ search }) => search)
  const placeholder = `搜索${[...searched.map(({ name }) => name), '页面'].join('、')}`
  const commands = groups.flatMap(group => group.commands)
  const stale = new Set(groups.flatMap(group => (group.stale ? group.commands : [])))
  const at = Math.max(
    0,
    commands.findIndex(({ key }) => key === chosen),
  )

  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      // The page to which a command led may have a field that already took the focus.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice has to come into sight
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, commands.length])

  useEffect(() => {
    if (!isWanted || waiting) return
    setWanted(false)
    // The suggestions shown without a match lead elsewhere, so a pending Enter must not run them.
    if (!nothing) take(commands[at])
  })

  /** Results for an earlier part of the text may not match all of it, so they are run only if the user has selected one. */
  function takeWhenFound(): void {
    const command = commands[at]
    if (waiting && (!command || (stale.has(command) && command.key !== chosen))) setWanted(true)
    else take(command)
  }
  function take(command: Command | undefined): void {
    if (!command) return
    close()
    if (command.to) void navigate(command.to)
    command.run?.()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    // The Enter that completes a Chinese word belongs to the input method.
    if (event.nativeEvent.isComposing) return
    // Ctrl-Enter submits elsewhere; a user who means that must not be taken away from the page.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) takeWhenFound()
    // Nothing else here can take the focus, and it should not move to the browser's toolbar.
    else if (event.key === 'Tab' && commands.length)
      setChosen(commands[(event.shiftKey ? up : down)(at, commands.length)]?.key)
    else if (step && commands.length) setChosen(commands[step(at, commands.length)]?.key)
    else return
    event.preventDefault()
  }

  let place = -1
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="搜索与命令"
      onClose={close}
      onKeyDown={keepEscape}
      onClick={event => event.target === event.currentTarget && close()}
    >
      <input
        autoFocus
        type="text"
        role="combobox"
        aria-label={placeholder}
        placeholder={placeholder}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length ? `${id}-${at}` : undefined}
        autoComplete="off"
        maxLength={50}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setChosen(undefined)
          setWanted(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="结果" aria-busy={waiting} className="palette-list">
        {groups.map(({ name, commands: list }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box may hold groups of options, not field sets
          <div key={name} role="group" aria-label={name}>
            <div className="palette-group" aria-hidden="true">
              {name}
            </div>
            {list.map(command => {
              place += 1
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names the chosen option
                <div
                  key={command.key}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at}
                  onClick={() => take(command)}
                >
                  <span>{command.label}</span>
                  {command.note && <small>{command.note}</small>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette-state" role="status">
        {waiting ? (isWanted ? '正在查找，找到后打开…' : '正在查找…') : nothing && nothingFound(searched)}
      </p>
    </dialog>
  )
}
