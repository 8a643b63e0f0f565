import { type ReactNode, useEffect, useRef } from 'react'
import { narrow } from '#web/ui/list/narrow.ts'
import { useMedia } from '#web/ui/use-media.ts'

/** The tree beside the people; on a phone it is folded under the department's name, so that the people are in sight. */
export function DepartmentSide({ name, children }: { name: string; children: ReactNode }) {
  const phone = useMedia(narrow)
  const folded = useRef<HTMLDetailsElement>(null)
  // Whoever has chosen a department wants to see its people.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another choice
  useEffect(() => folded.current?.removeAttribute('open'), [name])
  if (!phone) return <div className="sheet department-side">{children}</div>
  return (
    <details ref={folded} className="sheet department-side department-fold">
      <summary>部门：{name}</summary>
      {children}
    </details>
  )
}
