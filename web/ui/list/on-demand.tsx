import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { framed } from '../framed.tsx'
import { reportLoadFailure } from '../report-load-failure.ts'

interface OnDemandProps<Props extends object> {
  icon: ReactNode
  label: string
  title: string
  /** Loads the button together with its popup, already open. */
  load: () => Promise<ComponentType<Props>>
  part: Props
}

/** A button whose popup is loaded on the first click, so that neither its scripts nor its rendering delay the list. */
export function OnDemand<Props extends object>({ icon, label, title, load, part }: OnDemandProps<Props>) {
  const [here, setHere] = useState<{ Part: ComponentType<Props> }>()
  const [loading, setLoading] = useState(false)
  async function open(): Promise<void> {
    setLoading(true)
    await load().then(
      Part => setHere({ Part: framed(Part) }),
      () => reportLoadFailure(() => void open()),
    )
    setLoading(false)
  }
  if (here) return <here.Part {...part} />
  return <Button icon={icon} loading={loading} aria-label={label} title={title} onClick={() => void open()} />
}
