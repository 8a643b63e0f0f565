import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { type LogStream, logStreamLook, placeOf } from './log-stream-looks.ts'

const LogStreamDialog = idlePart(async () => (await import('./log-stream-dialog.tsx')).LogStreamDialog)

type Kind = 'set' | 'remove'

/** The company's own log system, to which the company's log is sent by syslog. */
export function LogStreamCard() {
  const { data, refused, reload } = useRemembered('getLogStream', {})
  const dialog = useDialog<Kind>()
  const props = { ...dialog.props, done: reload }
  const stream = data?.stream
  return (
    <section className="sheet" aria-labelledby="log-stream-title">
      <div className="sheet-head">
        <h2 id="log-stream-title">日志转发</h2>
        {stream === null && <Button onClick={() => dialog.show('set')}>设置日志转发</Button>}
      </div>
      <p className="quiet">
        把操作记录以 syslog（TLS
        加密）送往企业自己的日志系统，按次序、一分钟之内；没有收下的会重试三天，之后暂停并通知管理员。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={1} />}
      {stream === null && <p>还没有设置。</p>}
      {stream && <StreamLine stream={stream} show={dialog.show} done={reload} />}
      {dialog.subject === 'set' && <LogStreamDialog key={dialog.key} {...props} stream={stream ?? undefined} />}
      {stream && dialog.subject === 'remove' && (
        <ConfirmDialog
          key={dialog.key}
          {...props}
          title={`移除发往 ${placeOf(stream)} 的日志转发？`}
          okText="移除"
          danger
          call={api.removeLogStream}
          input={{}}
          outdatedBy={[-59710]}
        >
          <p>以后再设置时，从那一刻起送；中间的记录用接口令牌取。只想停一阵，请用“关闭”，开启后接着送。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Explains what happens to entries that were not accepted. */
function outlookOf({ state, next_attempt_at }: LogStream): string {
  if (state !== 'active' || !next_attempt_at) return '记录都留着，修复后重新开始即接着送。'
  const when = Date.parse(next_attempt_at) > Date.now() ? fromNow(next_attempt_at) : '即将'
  return `记录都留着，${when}再试。`
}

interface StreamLineProps {
  stream: LogStream
  show: (kind: Kind) => void
  done: () => void
}

function StreamLine({ stream, show, done }: StreamLineProps) {
  const { state, ca, position, problem, failing_since, sent_at } = stream
  const switching = useSubmission({ call: api.setLogStream, message: '已保存', done, outdatedBy: [-59710] })
  const trial = useSubmission({
    call: api.tryLogStream,
    message: '',
    onSuccess: ({ data }) =>
      data.problem === null ? toast.success('试送成功，对方已收下') : toast.error(`试送没有成功：${data.problem}`),
    outdatedBy: [-59710],
    done,
  })
  return (
    <>
      <div className="line">
        <div>
          <h3 className="open-names">
            <span className="address">{placeOf(stream)}</span> <StateTag state={logStreamLook(stream)} />
          </h3>
          <p className="figures">
            {ca === null ? '公共的证书颁发机构' : '自备的 CA 证书'}
            {sent_at ? ` · ${dateTime(sent_at)} 送到第 ${count(position)} 条` : ' · 还没有送出'}
          </p>
        </div>
        <div className="row">
          <Button loading={trial.busy} onClick={() => void trial.submit({})}>
            试送一条
          </Button>
          {state !== 'active' && (
            <Button look="primary" loading={switching.busy} onClick={() => void switching.submit({ state: 'active' })}>
              {state === 'paused' ? '重新开始' : '开启'}
            </Button>
          )}
          <RowMenu
            label="日志转发的更多操作"
            actions={[
              { key: 'set', label: '修改', run: () => show('set') },
              ...(state === 'active'
                ? [{ key: 'off', label: '关闭', run: () => void switching.submit({ state: 'off' }) }]
                : []),
              { key: 'remove', label: '移除', danger: true, run: () => show('remove') },
            ]}
          />
        </div>
      </div>
      {problem && failing_since && (
        <Alert
          type={state === 'paused' ? 'error' : 'warning'}
          title={`${dateTime(failing_since)} 起没有收下：${problem}。${outlookOf(stream)}`}
        />
      )}
    </>
  )
}
