import '#web/ui/file-drop/file-drop.css'
import { FileTextOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { addressColumns, addressImportMegabytes, addressImportRows } from '#contract/operations/network-names.ts'
import { Button } from '#web/ui/button.tsx'
import { count, fileSize } from '#web/ui/format.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { saveBlob } from '#web/ui/save-file.ts'
import { useUpload } from '#web/ui/use-upload.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import type { Preview } from './import-preview.tsx'

function problemOf(file: File): string | undefined {
  if (!/\.csv$/i.test(file.name)) return `“${file.name}”不是 .csv 文件；电子表格请另存为“CSV UTF-8”`
  if (file.size > addressImportMegabytes * 1024 * 1024)
    return `文件为 ${fileSize(file.size)}，超过 ${addressImportMegabytes} MB，请分成几份导入`
}

const about: Record<(typeof addressColumns)[number], string> = {
  region: '地区代码',
  access_way: '接入方式代码',
  address: 'IPv4 或 IPv6 地址',
  gateway: '网关的域名或地址',
}

export function ChooseFile({ chosen }: { chosen: (preview: Preview) => void }) {
  const { data, refused, reload } = useOperation('getNetworkPlaces', {})
  const {
    progress: share,
    problem,
    dropProps: area,
    onChange: choose,
  } = useUpload({
    problemOf,
    send: sending => api.previewAddressImport({}, sending),
    onUploaded: (preview, file) => chosen({ ...preview, file: file.name }),
  })
  function template() {
    // The template has one row for every existing place: the user deletes the unwanted ones and fills in the addresses.
    const ways = (data?.access_ways ?? []).filter(({ archived }) => !archived)
    const rows = (data?.regions ?? []).flatMap(region => ways.map(way => `${region.code},${way.code},,`))
    const text = `\uFEFF${[addressColumns.join(','), ...rows].join('\r\n')}\r\n`
    saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), '地址导入模板.csv')
  }
  return (
    <div className="sheet import">
      <ol className="import-steps">
        <li>
          <h2>准备文件</h2>
          <p className="quiet">
            CSV（UTF-8），第一行是列名，最多 {count(addressImportRows)}{' '}
            行。模板里已列出全部地区与接入方式的代码，填上地址与网关，删去不用的行。
          </p>
          <ul className="import-columns">
            {addressColumns.map(name => (
              <li key={name}>
                <code>{name}</code> {about[name]}
              </li>
            ))}
          </ul>
          <Button disabled={!data} onClick={template}>
            下载模板
          </Button>
          {refused && !data && (
            <p className="quiet" role="alert">
              <RetryNote refused={refused} reload={reload} />
            </p>
          )}
        </li>
        <li>
          <h2>上传并检查</h2>
          <div className="file-drop" {...area}>
            <label className="file-drop-field">
              <input type="file" accept=".csv,text/csv" aria-label="地址文件" onChange={choose} />
              <FileTextOutlined />
              <span className="file-drop-text">
                <strong>把 .csv 文件拖到这里，或点击选择</strong>
                <small>不超过 {addressImportMegabytes} MB；更大的用命令行 stock import</small>
              </span>
            </label>
            {share !== undefined && (
              <div role="status">
                <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />
                <p className="file-drop-note">{share < 1 ? '正在上传…' : '正在检查每一行…'}</p>
              </div>
            )}
            {problem && (
              <p className="file-drop-problem" role="alert">
                {problem}
              </p>
            )}
          </div>
        </li>
      </ol>
    </div>
  )
}
