import { EllipsisOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect } from 'react'
import { LateSelect } from './late-select.tsx'
import { shownPages } from './shown-pages.ts'

interface PagesProps {
  current: number
  pageSize: number
  total: number
  /** The number of rows that this page lists. */
  rows: number
  /** Shows the page number and the number of pages instead of a button for each page. */
  simple?: boolean
  /** The page sizes to choose from. */
  sizes?: readonly number[] | undefined
  onChange: (page: number, pageSize: number) => void
}

/**
 * Reports whether the page is past the last one: its only row was removed, or an old link points further than there are rows now.
 */
export const isBeyond = ({
  current,
  pageSize,
  total,
  rows,
}: Pick<PagesProps, 'current' | 'pageSize' | 'total' | 'rows'>) =>
  rows === 0 && total > 0 && current > Math.ceil(total / pageSize)

/**
 * The pages of a list: none for a single page, and the last one instead of one past it. Not antd's, which would add a select and
 * its fields to the scripts that the rows wait for.
 */
export function Pages(props: PagesProps) {
  const { current, pageSize, total, simple, sizes, onChange } = props
  const last = Math.max(1, Math.ceil(total / pageSize))
  const go = (page: number) => onChange(Math.min(Math.max(page, 1), last), pageSize)
  const beyond = isBeyond(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is another function at each render
  useEffect(() => {
    if (beyond) onChange(last, pageSize)
  }, [beyond, last, pageSize])
  if (total <= pageSize && current <= 1 && !sizes) return null
  return (
    <ul className="pages">
      <Step name="上一页" icon={<LeftOutlined />} go={() => go(current - 1)} disabled={current <= 1} />
      {simple ? (
        <li>
          {current} / {last}
        </li>
      ) : (
        shownPages(current, last).map(page =>
          page === 'back' ? (
            <Step key={page} name="向前 5 页" icon={<EllipsisOutlined />} go={() => go(current - 5)} />
          ) : page === 'forth' ? (
            <Step key={page} name="向后 5 页" icon={<EllipsisOutlined />} go={() => go(current + 5)} />
          ) : (
            <li key={page}>
              <button
                type="button"
                aria-label={`第 ${page} 页`}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => go(page)}
              >
                {page}
              </button>
            </li>
          ),
        )
      )}
      <Step name="下一页" icon={<RightOutlined />} go={() => go(current + 1)} disabled={current >= last} />
      {sizes && (
        <li>
          <LateSelect
            required
            label="每页条数"
            value={String(pageSize)}
            options={sizes.map(size => ({ value: String(size), label: `${size} 条/页` }))}
            onChange={size => onChange(Math.min(current, Math.max(1, Math.ceil(total / Number(size)))), Number(size))}
          />
        </li>
      )}
    </ul>
  )
}

interface StepProps {
  name: string
  icon: ReactNode
  disabled?: boolean
  go: () => void
}

const Step = ({ name, icon, disabled, go }: StepProps) => (
  <li>
    <button type="button" aria-label={name} title={name} disabled={disabled} onClick={go}>
      {icon}
    </button>
  </li>
)
