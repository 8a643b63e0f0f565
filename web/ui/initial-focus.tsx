import { useEffect, useRef } from 'react'
import { isInOverlay } from './keyboard/covers.ts'
import { isShown } from './keyboard/is-shown.ts'

const fields = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled)'
/** The switch between two forms of a dialog is above its field, and rarely used. */
const isSwitch = (element: Element) => element.closest('.segmented') !== null

/** Returns the first field, or otherwise the button that Enter should press, which for irreversible acts is 取消. */
function firstControl(dialog: HTMLElement): HTMLElement | undefined {
  const body = dialog.querySelector('.ant-modal-body')
  // On a phone the keyboard would cover half of the dialog.
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
 * Puts the focus where the work of a dialog begins. By default it would be on ×, where Enter closes: antd attaches a dialog to the
 * document only after React has applied `autoFocus`, and above another dialog its focus lock moves to × shortly afterwards.
 */
export function InitialFocus({ waiting, step }: { waiting: boolean | undefined; step: string }) {
  const mark = useRef<HTMLSpanElement>(null)
  /** The user has moved the focus, which then stays even on ×. */
  const moved = useRef(false)
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button can take the focus once the preview has come, and what had it is gone with its step
  useEffect(() => {
    function begin(): void {
      const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
      const at = document.activeElement
      if (!dialog) return
      // A field has taken the focus itself, or the user has moved it meanwhile, maybe to a popup above the dialog.
      const isWithin = dialog.contains(at) || (begun.current && at !== null && isInOverlay(at))
      const isTaken = at !== dialog && isWithin && !isStrayed(at)
      if (isTaken && begun.current) return
      begun.current = true
      const first = isTaken ? at : (firstControl(dialog) ?? dialog)
      if (!isTaken && first instanceof HTMLElement) first.focus({ preventScroll: true })
      // What is typed replaces a suggested value, instead of turning 30 days into 305.
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
    // antd's own effect, which runs after this one, records the focus, to restore it when the dialog closes. A dialog opened while
    // it is being loaded is attached even later.
    if (mark.current?.isConnected) queueMicrotask(soon)
    else requestAnimationFrame(soon)
    return () => {
      over = true
      document.removeEventListener('focusin', onFocus)
      window.removeEventListener('keydown', onMove, true)
      window.removeEventListener('pointerdown', onMove, true)
    }
  }, [waiting, step])
  return <span ref={mark} hidden />
}
