import { Tick, type TickProps } from './tick.tsx'

const openTerms = async (which: 'service' | 'private') => (await import('#web/ui/terms-dialog.ts')).openTerms(which)

/** The agreement to the terms, whose names open them. */
export const Agreement = (props: TickProps) => (
  <Tick
    {...props}
    more={
      <>
        <button type="button" className="link" onClick={() => openTerms('service')}>
          《用户服务协议》
        </button>
        和
        <button type="button" className="link" onClick={() => openTerms('private')}>
          《隐私协议》
        </button>
      </>
    }
  >
    我已阅读并同意
  </Tick>
)
