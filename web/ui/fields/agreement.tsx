import { useId } from 'react'

const openTerms = async (which: 'service' | 'private') => (await import('#web/ui/terms-dialog.ts')).openTerms(which)

interface AgreementProps {
  name: string
  ticked: boolean
  problem: string | undefined
  onChange: (ticked: boolean) => void
}

/** The box is never ticked beforehand: consent must be given, not assumed. */
export function Agreement({ name, ticked, problem, onChange }: AgreementProps) {
  const id = useId()
  return (
    <div className="field agreement" data-invalid={problem ? '' : undefined}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={ticked}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={event => onChange(event.target.checked)}
      />
      <span>
        <label htmlFor={id}>我已阅读并同意</label>
        <button type="button" className="link" onClick={() => openTerms('service')}>
          《用户服务协议》
        </button>
        和
        <button type="button" className="link" onClick={() => openTerms('private')}>
          《隐私协议》
        </button>
      </span>
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
