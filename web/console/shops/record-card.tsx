import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { conflictRuleNames, conflictRules, retentionDays } from '#contract/connection-names.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { day } from '#web/ui/format.ts'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { saveBlob } from '#web/ui/save-file.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { within } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'

/**
 * Sets how the company's connections are handled and how long they are kept, and lists the signatures that it should store itself.
 */
export function RecordCard() {
  const { data, refused, reload } = useCall('getConnectionSettings', {})
  const { busy, submit } = useSubmission({
    call: api.setConnectionSettings,
    message: '已保存',
    done: reload,
    // What was entered stays, and the other's value is shown at the next attempt.
    outdatedBy: [-53022],
  })
  const mayChange = useMay()('setConnectionSettings')
  /** Undefined until the user enters another number; null while the field is empty. */
  const [written, setWritten] = useState<number | null>()
  const days = written === undefined ? (data?.keep_days ?? null) : written
  const problem = written !== undefined && !within(written, retentionDays.least, retentionDays.most)
  return (
    <section className="sheet record" aria-labelledby="record-title">
      <div className="sheet-head">
        <h2 id="record-title">连接记录</h2>
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      {data && (
        <div className="record-settings">
          <div>
            <p>同一平台的第二家店铺、未经审核的设备，或没有使用权的人出现在一个地址上时，管理员会收到通知，并且：</p>
            <Segmented
              aria-label="出现这些情况时"
              disabled={busy || !mayChange}
              value={data.conflicts}
              options={conflictRules.map(value => ({ value, label: conflictRuleNames[value] }))}
              onChange={conflicts => void submit({ conflicts })}
            />
          </div>
          <div>
            <label htmlFor="keep-days">
              连接记录保存天数（{retentionDays.least} 至 {retentionDays.most}）
            </label>
            <span className="row">
              <WholeNumber
                id="keep-days"
                suffix="天"
                disabled={!mayChange}
                value={days}
                onChange={setWritten}
                {...(problem && { status: 'error', 'aria-describedby': 'keep-days-problem' })}
              />
              <May call="setConnectionSettings">
                <Button
                  loading={busy}
                  disabled={days === null || problem || days === data.keep_days}
                  onClick={() => days !== null && void submit({ keep_days: days, seen: { keep_days: data.keep_days } })}
                >
                  保存天数
                </Button>
              </May>
            </span>
            {problem && (
              <p className="draft-problem" id="keep-days-problem" role="alert">
                请输入 {retentionDays.least} 到 {retentionDays.most} 天
              </p>
            )}
          </div>
        </div>
      )}
      <Heads />
    </section>
  )
}

function Heads() {
  const { data } = useCall('getChainHead', {})
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const answer = await api.getChainHead({})
    setBusy(false)
    if (!answer.ok) return showRefusal(answer)
    const text = JSON.stringify(answer.data, null, 1)
    saveBlob(new Blob([text], { type: 'application/json' }), `连接记录签名-${day(Date.now())}.json`)
  }
  return (
    <>
      <p className="quiet">
        每次连接都排在一条散列链上，每天由门户签名。另存这些签名，任何人（包括平台）改写整条记录都能被发现。
      </p>
      <div className="row">
        <Button
          icon={<DownloadOutlined />}
          loading={busy}
          disabled={data?.heads.length === 0}
          onClick={() => void download()}
        >
          下载签名
        </Button>
        {data && (
          <span className="copied record-key">
            公钥 <code>{data.key}</code>
            <CopyButton text={data.key} label="公钥" />
          </span>
        )}
      </div>
    </>
  )
}
