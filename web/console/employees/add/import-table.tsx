import type { OutputOf } from '#contract/index.ts'

type ImportRow = OutputOf<'previewEmployeeImport'>['rows'][number]

/** Rows of a sheet with the numbers they have there, and what is wrong with them. */
export const ImportTable = ({ rows, label }: { rows: readonly ImportRow[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className="table-frame import-table" tabIndex={0} aria-label={label}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="table-end">
            行号
          </th>
          <th scope="col">检查结果</th>
          <th scope="col">手机号</th>
          <th scope="col">姓名</th>
          <th scope="col">工号</th>
          <th scope="col">部门</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, phone, name, job_number, dept_path, problems }) => (
          <tr key={row}>
            <th scope="row" className="table-end">
              {row}
            </th>
            <td className={problems.length ? 'import-bad' : 'import-good'}>
              {problems.length ? problems.join('；') : '可以导入'}
            </td>
            <td>{phone}</td>
            <td>{name}</td>
            <td>{job_number}</td>
            <td>{dept_path}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
