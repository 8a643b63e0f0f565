import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** A list of labelled values of one thing. */
export const Facts = ({ list }: { list: readonly Fact[] }) => (
  <dl className="facts">
    {list.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
