import { DownloadOutlined } from '@ant-design/icons'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fileSize } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'

/** Milliseconds between two calls while a pack is being written. */
const pause = 2_000

/** The company's documents as one file, which the portal writes in the background. */
export function PackCard() {
  const called = useCall('getCompliancePacks', {})
  const { data, refused, reload } = called
  const requested = useSubmission({ call: api.requestCompliancePack, done: reload })
  const opened = useSubmission({
    call: api.openCompliancePack,
    message: '文件已生成，正在下载',
    onSuccess: ({ data }) => saveFile(data),
  })
  const isWaiting = data?.list[0]?.state === 'waiting'
  usePolling(called, isWaiting ? pause : undefined)
  return (
    <section className="sheet idle" aria-labelledby="pack-title">
      <div className="sheet-head">
        <h2 id="pack-title">合规包</h2>
        <Button loading={requested.busy || isWaiting} onClick={() => void requested.submit({})}>
          {isWaiting ? '正在生成' : '生成合规包'}
        </Button>
      </div>
      <p className="quiet">
        认证、同意与订单、设备、授权、操作记录与各地址的护照，合成一个
        ZIP，附有每个文件的散列与门户的签名；在后台生成，可以离开本页，一天之内可以下载。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map(({ pack_id, state, actor_name, created_at, size, sha256, available }) => (
            <li key={pack_id} className="pack">
              <TwoLines first={dateTime(created_at)} second={actor_name} />
              <span className="quiet pack-hash">{sha256 ? `SHA-256 ${sha256}` : ''}</span>
              <span className="idle-sum">
                {state === 'ready' ? fileSize(size ?? 0) : state === 'failed' ? '没有生成，请重试' : '正在生成'}
              </span>
              {available ? (
                <Button
                  size="small"
                  icon={<DownloadOutlined />}
                  aria-label={`下载 ${dateTime(created_at)} 的合规包`}
                  loading={opened.busy}
                  onClick={() => void opened.submit({ pack_id })}
                >
                  下载
                </Button>
              ) : (
                <span className="quiet">{state === 'ready' ? '已过期' : ''}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
