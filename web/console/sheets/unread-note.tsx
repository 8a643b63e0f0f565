import type { UnreadColumns } from '#contract/unread-columns.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Names the columns of a sheet that were not read. */
export const UnreadNote = ({ columns = [] }: { columns: UnreadColumns }) =>
  columns.length > 0 && (
    <Alert
      type={columns.some(({ repeated, nearest }) => repeated || nearest) ? 'warning' : 'info'}
      title={`${columns.length} 列没有读取，其中的内容不会导入`}
      description={columns
        .map(({ title, repeated, nearest }) =>
          repeated
            ? `“${title}”重复，只读取第一列`
            : nearest
              ? `“${title}”（要导入的话，列名请改为“${nearest}”）`
              : `“${title}”`,
        )
        .join('；')}
    />
  )
