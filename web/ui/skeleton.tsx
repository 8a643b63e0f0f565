import './skeleton.css'

interface SkeletonProps {
  /** The lines below the title. */
  rows?: number
  title?: boolean
  avatar?: boolean
  className?: string
}

/**
 * A placeholder for text that is loading. Not antd's, whose styles were larger than most pages and were computed in the browser.
 */
export function Skeleton({ rows = 3, title = true, avatar = false, className = '' }: SkeletonProps) {
  return (
    <div className={`skeleton ${className}`} data-avatar={avatar ? '' : undefined}>
      {avatar && <span className="skeleton-avatar" />}
      <div className="skeleton-lines">
        {title && <span className="skeleton-bar" data-title="" />}
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          <span key={row} className="skeleton-bar" />
        ))}
      </div>
    </div>
  )
}

/** Has the width of most cells, so that little moves when the rows arrive. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
    <tr key={row}>
      <td className="skeleton-cell" colSpan={columns}>
        <span className="skeleton-bar" data-width={row % 3} />
      </td>
    </tr>
  ))
