import { Collapse } from 'antd'
import { useState } from 'react'
import { activityNames } from '#contract/activity-names.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { hostOf, type Message, messageLooks, type Webhook } from './webhook-looks.ts'

const pageSize = 20

/** Lists the messages of a webhook, with each attempt. */
export function MessagesDrawer({ webhook, open, close }: DialogProps & { webhook: Webhook }) {
  const { webhook_id } = webhook
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useCall('getWebhookMessageList', { webhook_id, page, page_size: pageSize })
  const replaying = useSubmission({
    call: api.replayWebhook,
    message: ({ data }) => `${data.messages} 个事件将重新发送`,
    done: reload,
    outdatedBy: [-55004],
  })
  const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000).toISOString()
  return (
    <Drawer
      title={`发往 ${hostOf(webhook)} 的事件`}
      open={open}
      onClose={close}
      size={scaled(640)}
      extra={
        <Button loading={replaying.busy} onClick={() => void replaying.submit({ webhook_id, since: yesterday() })}>
          重发最近 24 小时
        </Button>
      }
    >
      {!data && <Placeholder refused={refused} retry={reload} />}
      {data?.total === 0 && <p>三十天之内没有事件。</p>}
      {data && data.total > 0 && (
        <>
          <Collapse
            items={data.list.map(message => ({
              key: message.message_id,
              label: <MessageLabel message={message} />,
              children: (
                <MessageDetail
                  webhook={webhook}
                  message={message}
                  replay={() => void replaying.submit({ webhook_id, message_id: message.message_id })}
                  done={reload}
                />
              ),
            }))}
          />
          <Pages current={page} pageSize={pageSize} total={data.total} rows={data.list.length} onChange={setPage} />
        </>
      )}
    </Drawer>
  )
}

const MessageLabel = ({ message: { type, subject_name, state, created_at, attempts } }: { message: Message }) => (
  <span className="open-names">
    <b>{activityNames[type]}</b> {subject_name} <StateTag state={messageLooks[state]} />
    <small className="quiet">
      {dateTime(created_at)}
      {attempts > 1 && ` · 试了 ${attempts} 次`}
    </small>
  </span>
)

interface MessageDetailProps {
  webhook: Webhook
  message: Message
  replay: () => void
  done: () => void
}

function MessageDetail({ webhook, message, replay, done }: MessageDetailProps) {
  const { message_id, state } = message
  const input = { webhook_id: webhook.webhook_id, message_id }
  const { data, refused, reload } = useCall('getWebhookMessage', input)
  if (!data) return <Placeholder refused={refused} retry={reload} />
  const headers = Object.entries(data.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <pre className="message-request">{`POST ${webhook.url}\n${headers.join('\n')}\n\n${data.body}`}</pre>
      {data.attempts.map(({ at, status, ms, problem, answer }) => (
        <div key={at}>
          <p>
            {dateTime(at)} · {status === null ? problem : `HTTP ${status}`} · {ms} 毫秒
          </p>
          {answer && <pre className="message-request">{answer}</pre>}
        </div>
      ))}
      {state === 'pending' ? (
        <ConfirmButton
          label="跳过"
          button={{ size: 'small' }}
          title="跳过这个事件？"
          okText="跳过"
          call={api.skipWebhookMessage}
          input={input}
          outdatedBy={[-55005]}
          done={done}
        >
          <p>不再送它，后面的事件随即继续；以后仍可重发。</p>
        </ConfirmButton>
      ) : (
        <Button size="small" onClick={replay}>
          重发
        </Button>
      )}
    </>
  )
}
