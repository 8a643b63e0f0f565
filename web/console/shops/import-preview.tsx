import { Alert } from 'antd'
import { shopFields, shopImport } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { count } from '#web/ui/format.ts'

export type Preview = OutputOf<'previewShopImport'>

export function ImportPreview({ preview: { good, bad, rows } }: { preview: Preview }) {
  return (
    <>
      <Alert
        showIcon
        type={bad ? (good ? 'warning' : 'error') : 'success'}
        title={bad ? `${count(bad)} 行有问题，${count(good)} 行可以导入` : `${count(good)} 行全部可以导入`}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="table-frame import-table" tabIndex={0} aria-label="检查结果表格">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="table-end">
                行号
              </th>
              <th scope="col">检查结果</th>
              {shopImport.map(name => (
                <th key={name} scope="col">
                  {shopFields[name].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, problems, ...cells }) => (
              <tr key={row}>
                <th scope="row" className="table-end">
                  {row}
                </th>
                <td className={problems.length ? 'import-bad' : 'import-good'}>
                  {problems.length ? problems.join('；') : '可以导入'}
                </td>
                {shopImport.map(name => (
                  <td key={name}>{cells[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
