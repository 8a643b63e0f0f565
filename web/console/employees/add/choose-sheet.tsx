import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { importRows } from '#contract/people.ts'
import { api, isSessionRefusal, sentence } from '#web/api.ts'
import { count, fileSize } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import type { Preview } from './import-sheet.tsx'

const megabytes = 5

/** What can be said before anything is sent; the server looks at the content itself. */
function problemOf(file: File): string | undefined {
  if (!/\.xlsx$/i.test(file.name)) return `“${file.name}”不是 .xlsx 表格，请用模板填写，或在 Excel 中另存为 .xlsx`
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请分成几份导入`
}

export function ChooseSheet({ chosen }: { chosen: (preview: Preview) => void }) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function take(file: File | undefined) {
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    const answer = await api.previewEmployeeImport(
      {},
      { file, quiet: true, signal: controller.signal, onProgress: setShare },
    )
    if (controller.signal.aborted) return
    setShare(undefined)
    if (answer.ok) chosen({ ...answer.data, file: file.name })
    else if (!isSessionRefusal(answer)) setProblem(sentence(answer))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div className="sheet import">
      <ol className="import-steps">
        <li>
          <h2>下载模板</h2>
          <p className="quiet">
            模板里有本企业的部门清单；前四列为手机号、姓名、工号、部门，最多 {count(importRows)} 行。
          </p>
          <ExportButton load={() => api.getEmployeeImportTemplate({})}>下载模板</ExportButton>
        </li>
        <li>
          <h2>上传填好的表格</h2>
          <p className="quiet">先逐行检查并预览，确认之后才会写入。</p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's */}
          <div
            className="import-drop"
            data-over={over ? '' : undefined}
            onDragOver={event => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <FileExcelOutlined aria-hidden="true" />
            {share === undefined ? (
              <>
                <p>把 .xlsx 文件拖到这里，或</p>
                <Button type="primary" onClick={() => input.current?.click()}>
                  选择文件
                </Button>
              </>
            ) : (
              <div className="import-sending" role="status">
                <p>{share < 1 ? '正在上传…' : '正在检查每一行…'}</p>
                <Progress percent={Math.round(share * 100)} showInfo={share < 1} status="active" />
              </div>
            )}
            <input
              ref={input}
              type="file"
              hidden
              accept=".xlsx"
              aria-label="员工表格"
              onChange={event => {
                void take(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </div>
          {problem && (
            <p className="draft-problem" role="alert">
              {problem}
            </p>
          )}
        </li>
      </ol>
    </div>
  )
}
