import '#web/ui/list/list.css'
import { DownloadOutlined } from '@ant-design/icons'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { count, placeName } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { ProblemTable } from './problem-table.tsx'

export type Preview = OperationOutput<'previewAddressImport'> & { file: string }

interface ImportPreviewProps {
  preview: Preview
  again: () => void
  started: (id: string) => void
}

function titleOf(good: number, bad: number): string {
  if (bad) return `${count(bad)} 行有问题，${count(good)} 行可以导入`
  return good ? `${count(good)} 行全部可以导入` : '文件里只有列名，没有地址'
}

/**
 * Previews the rows a file would add and the problems of the others; nothing is written before the operator confirms.
 */
export function ImportPreview({ preview, again, started }: ImportPreviewProps) {
  const { import_id, good, bad, problems, bad_url, counts, file } = preview
  const { busy, submit } = useSubmission({
    call: api.confirmAddressImport,
    message: '',
    onSuccess: () => started(import_id),
    onRefused(answer) {
      // The import was confirmed earlier, in another tab, so its result is shown.
      if (answer.code === -53611) started(import_id)
      else showRefusal(answer)
    },
  })
  async function cancel() {
    await api.cancelAddressImport({ import_id }, { background: true })
    again()
  }
  return (
    <div className="sheet import-preview">
      <div className="sheet-head">
        <h2>检查结果</h2>
        <span className="background">
          {file} · 共 {count(good + bad)} 行
        </span>
      </div>
      <Alert
        type={bad || !good ? (good ? 'warning' : 'error') : 'success'}
        title={titleOf(good, bad)}
        description={
          bad
            ? good
              ? '可以修正文件后重新上传；也可以现在只导入无误的行，有问题的行之后再补。'
              : '请按下面的原因修正文件，然后重新上传。'
            : undefined
        }
      />
      {counts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className="table-frame import-rows" tabIndex={0} aria-label="按地区与接入方式">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">地区</th>
                <th scope="col">接入方式</th>
                <th scope="col" className="table-end">
                  可导入
                </th>
              </tr>
            </thead>
            <tbody>
              {counts.map(row => (
                <tr key={`${placeName(row)} ${row.access_way}`}>
                  <th scope="row">{placeName(row)}</th>
                  <td>{row.access_way}</td>
                  <td className="table-end">{count(row.good)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {problems.length > 0 && <ProblemTable rows={problems} label="有问题的行" />}
      {problems.length < bad && (
        <p className="background">
          仅显示前 {count(problems.length)} 行，共有 {count(bad)} 行有问题。
        </p>
      )}
      {bad_url && (
        <p>
          <Button icon={<DownloadOutlined />} href={bad_url}>
            下载有问题的 {count(bad)} 行
          </Button>
        </p>
      )}
      <div className="row import-foot">
        <Button onClick={() => void cancel()}>放弃，重新上传</Button>
        {good > 0 && (
          <Button look="primary" loading={busy} onClick={() => void submit({ import_id })}>
            {bad ? `只导入无误的 ${count(good)} 行` : `导入全部 ${count(good)} 行`}
          </Button>
        )}
      </div>
    </div>
  )
}
