import './toast.css'

type Kind = 'success' | 'error' | 'info'

/** Milliseconds a message stays unless it is being read (pointer or focus on it). */
const stays: Record<Kind, number> = { success: 3000, info: 4000, error: 6000 }
const marks: Record<Kind, string> = {
  success: 'm5 10.5 3.5 3.5L15 7',
  error: 'M10 5.5v5.5m0 3v.5',
  info: 'M10 9v5.5m0-9V6',
}

let shown: { element: HTMLElement; timer: number } | undefined

function close(): void {
  if (!shown) return
  clearTimeout(shown.timer)
  shown.element.remove()
  shown = undefined
}

/** Above all else: everything outside an open modal dialog is inert, so the message goes into the topmost one to stay closable. */
function raise(element = shown?.element): void {
  if (!element) return
  const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal')
  ;(dialogs[dialogs.length - 1] ?? document.body).append(element)
  element.showPopover()
}

/** One at a time: an earlier message is closed first. */
function show(kind: Kind, text: string): void {
  close()
  const element = document.createElement('div')
  element.className = `toast toast-${kind}`
  element.role = kind === 'error' ? 'alert' : 'status'
  element.popover = 'manual'
  element.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9"/><path d="${marks[kind]}"/></svg>
    <span class="toast-text"></span>
    <button type="button" aria-label="关闭提示"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m6 6 8 8m0-8-8 8"/></svg></button>`
  element.querySelector('.toast-text')?.append(text)
  element.querySelector('button')?.addEventListener('click', close)
  raise(element)
  const wait = () => window.setTimeout(close, stays[kind])
  shown = { element, timer: wait() }
  const hold = () => clearTimeout(shown?.timer)
  const release = () => {
    if (shown?.element === element) shown.timer = wait()
  }
  for (const event of ['pointerenter', 'focusin']) element.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, release)
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
  close,
  /** For a dialog that opened over the message. */
  raise: () => raise(),
}
