import { beginScripts } from '#web/data/pressed.ts'
import { reportLoadFailure } from '../report-load-failure.ts'
import { Tick, type TickProps } from './tick.tsx'

export async function openTerms(which: 'service' | 'private'): Promise<void> {
  const come = beginScripts()
  try {
    const dialog = await import('../terms-dialog.ts')
    dialog.openTerms(which)
  } catch {
    reportLoadFailure(() => void openTerms(which))
  } finally {
    come()
  }
}

/** The checkbox for agreeing to the terms, whose names open them. */
export const Agreement = (props: TickProps) => (
  <Tick
    {...props}
    more={
      <>
        <button type="button" className="link" onClick={() => void openTerms('service')}>
          《用户服务协议》
        </button>
        和
        <button type="button" className="link" onClick={() => void openTerms('private')}>
          《隐私协议》
        </button>
      </>
    }
  >
    我已阅读并同意
  </Tick>
)
