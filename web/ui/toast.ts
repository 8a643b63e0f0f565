import { isInField } from './keyboard/is-typing.ts'

type Kind = 'success' | 'error' | 'info'

/** Milliseconds for which a message stays, unless the pointer or the focus is on it. */
const durations: Record<Kind, number> = { success: 3000, info: 4000, error: 6000 }
const icons: Record<Kind, string> = {
  success: 'm5 10.5 3.5 3.5L15 7',
  error: 'M10 5.5v5.5m0 3v.5',
  info: 'M10 9v5.5m0-9V6',
}

let current: { element: HTMLElement; timer: number; undo: (() => void) | undefined } | undefined

function close(): void {
  if (!current) return
  clearTimeout(current.timer)
  current.element.remove()
  current = undefined
}

/**
 * Raises the message above everything else. Everything outside an open modal dialog is inert, so the message must be in the topmost
 * dialog to stay closable.
 */
function raise(element = current?.element): void {
  if (!element) return
  const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal')
  ;(dialogs[dialogs.length - 1] ?? document.body).append(element)
  element.showPopover()
}

/** The action that a message offers besides closing, such as undoing the act that it reports. */
export interface ToastAction {
  label: string
  run: () => void
  /** True if the action undoes the act, so that Ctrl-Z outside a field triggers it. */
  undo?: boolean
}

/** Milliseconds for which a message with an action stays, long enough to read and choose. */
const actionDuration = 12_000

/** Shows one message at a time: an earlier one is closed first. */
function show(kind: Kind, text: string, action?: ToastAction): void {
  close()
  const element = document.createElement('div')
  element.className = `toast toast-${kind}`
  element.role = kind === 'error' ? 'alert' : 'status'
  element.popover = 'manual'
  element.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9"/><path d="${icons[kind]}"/></svg>
    <span class="toast-text"></span>
    <button type="button" aria-label="关闭提示"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m6 6 8 8m0-8-8 8"/></svg></button>`
  element.querySelector('.toast-text')?.append(text)
  element.querySelector('button')?.addEventListener('click', close)
  if (action) element.querySelector('.toast-text')?.after(actionButton(action))
  raise(element)
  const wait = () => window.setTimeout(close, action ? actionDuration : durations[kind])
  current = { element, timer: wait(), undo: action?.undo ? () => take(action) : undefined }
  const hold = () => clearTimeout(current?.timer)
  const release = () => {
    if (current?.element !== element) return
    hold()
    current.timer = wait()
  }
  for (const event of ['pointerenter', 'focusin']) element.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, release)
}

function take({ run }: ToastAction): void {
  close()
  run()
}

/** Undoes the reported act by a shortcut, because its button is at the end of the document. Fields keep their own undo. */
export function undoByKey(): () => void {
  function onKey(event: KeyboardEvent): void {
    const isUndo =
      event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || event.repeat || !current?.undo || isInField()) return
    event.preventDefault()
    current.undo()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function actionButton(action: ToastAction): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'toast-action'
  button.append(action.label)
  button.addEventListener('click', () => take(action))
  return button
}

export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  error: (text: string, action?: ToastAction) => show('error', text, action),
  info: (text: string) => show('info', text),
  close,
  /** Call this after a dialog opened over the message. */
  raise: () => raise(),
}
