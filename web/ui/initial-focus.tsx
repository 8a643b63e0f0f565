import { useEffect, useRef } from 'react'
import { isShown } from './keyboard/is-shown.ts'

const fields = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled)'
/** The switch between two forms of a dialog stands above its field, and is rarely touched. */
const isSwitch = (element: Element) => element.closest('.segmented') !== null

/** The first field; without one the button that Enter should press, which for what can't be taken back is 取消. */
function whereWorkBegins(dialog: HTMLElement): HTMLElement | undefined {
  const body = dialog.querySelector('.ant-modal-body')
  // A phone would cover half of the dialog with its keyboard.
  if (!matchMedia('(pointer: coarse)').matches) {
    const first = [...(body?.querySelectorAll<HTMLInputElement>(fields) ?? [])].find(
      each => isShown(each) && !isSwitch(each),
    )
    if (first?.type !== 'radio') {
      if (first) return first
    } else return body?.querySelector<HTMLElement>(`input[type="radio"][name="${first.name}"]:checked`) ?? first
  }
  const buttons = [...dialog.querySelectorAll<HTMLButtonElement>('.ant-modal-footer button')].filter(isShown)
  const main = buttons.find(({ classList }) => classList.contains('ant-btn-primary'))
  const dangerous = buttons.some(({ classList }) => classList.contains('ant-btn-dangerous'))
  const button = dangerous ? buttons[0] : main
  return button && !button.disabled ? button : undefined
}

/**
 * Puts the focus where the work of a dialog begins. Left alone it would be on ×, where Enter closes: antd attaches a dialog to the
 * document only after React has given `autoFocus`, and above another dialog its own lock of the focus goes to × a moment later.
 */
export function InitialFocus({ waiting }: { waiting: boolean | undefined }) {
  const mark = useRef<HTMLSpanElement>(null)
  /** Somebody has moved the focus, which then stays even on ×. */
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button can take the focus once the preview has come
  useEffect(() => {
    function begin(): void {
      const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
      const at = document.activeElement
      // What took the focus by itself, or where somebody has gone meanwhile.
      if (!dialog || (at !== dialog && dialog.contains(at) && !isStrayed(at))) return
      const first = whereWorkBegins(dialog) ?? dialog
      first.focus({ preventScroll: true })
      if (first instanceof HTMLInputElement && first.type === 'text') first.select()
    }
    const isStrayed = (at: Element | null) => !moved.current && at?.matches('.ant-modal-close') === true
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !isStrayed(target)) return
      if (target.closest('[role="dialog"]')?.contains(mark.current)) begin()
    }
    const onMove = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') moved.current = true
    }
    document.addEventListener('focusin', onFocus)
    window.addEventListener('keydown', onMove, true)
    window.addEventListener('pointerdown', onMove, true)
    let over = false
    const soon = () => over || begin()
    // antd's own effect, which runs after this one, notes where the focus was, to give it back as the dialog closes. A dialog that
    // is opened as it is loaded is attached later still.
    if (mark.current?.isConnected) queueMicrotask(soon)
    else requestAnimationFrame(soon)
    return () => {
      over = true
      document.removeEventListener('focusin', onFocus)
      window.removeEventListener('keydown', onMove, true)
      window.removeEventListener('pointerdown', onMove, true)
    }
  }, [waiting])
  return <span ref={mark} hidden />
}
