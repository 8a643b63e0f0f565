import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { framed } from '../framed.tsx'
import { tellLost } from '../tell-lost.ts'

interface OnDemandProps<Props extends object> {
  icon: ReactNode
  label: string
  title: string
  /** Brings the button with what it opens, opened. */
  load: () => Promise<ComponentType<Props>>
  part: Props
}

/** A button whose window comes with the first click: its scripts, and the time that it takes to draw, are not the list's. */
export function OnDemand<Props extends object>({ icon, label, title, load, part }: OnDemandProps<Props>) {
  const [here, setHere] = useState<{ Part: ComponentType<Props> }>()
  const [loading, setLoading] = useState(false)
  async function open(): Promise<void> {
    setLoading(true)
    await load().then(
      Part => setHere({ Part: framed(Part) }),
      () => tellLost(() => void open()),
    )
    setLoading(false)
  }
  if (here) return <here.Part {...part} />
  return <Button icon={icon} loading={loading} aria-label={label} title={title} onClick={() => void open()} />
}
