import { useState } from 'react'
import { activityNames } from '#contract/activity-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { hostOf, type Webhook, webhookLook } from './webhook-looks.ts'

const CreateWebhookDialog = idlePart(async () => (await import('./webhook-dialog.tsx')).CreateWebhookDialog)
const EditWebhookDialog = idlePart(async () => (await import('./webhook-dialog.tsx')).EditWebhookDialog)
const MessagesDrawer = idlePart(async () => (await import('./messages-drawer.tsx')).MessagesDrawer)
const RotateWebhookDialog = idlePart(async () => (await import('./rotate-webhook-dialog.tsx')).RotateWebhookDialog)
const SecretDialog = idlePart(async () => (await import('./secret-dialog.tsx')).SecretDialog, {
  isOpen: ({ secret }) => secret !== undefined,
})

const dialogs = { create: '添加', edit: '修改', messages: '送达记录', rotate: '轮换密钥', remove: '删除' } as const
interface Subject {
  kind: keyof typeof dialogs
  webhook?: Webhook
}

/** The company's systems that receive events. */
export function WebhooksCard() {
  const { data, refused, reload } = useRemembered('getWebhookList', {})
  const dialog = useDialog<Subject>()
  const [secret, setSecret] = useState<string>()
  const { kind, webhook } = dialog.subject ?? {}
  const props = { ...dialog.props, done: reload }
  return (
    <section className="sheet" aria-labelledby="webhooks-title">
      <div className="sheet-head">
        <h2 id="webhooks-title">Webhook</h2>
        <Button onClick={() => dialog.show({ kind: 'create' })}>添加 Webhook</Button>
      </div>
      <p className="quiet">
        企业里发生的事（与操作记录同名）随即送到这些地址，带签名、按次序；没有收下的会重试三天，之后停用并通知管理员。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      {data?.total === 0 && <p>还没有 Webhook。</p>}
      {data && data.total > 0 && (
        <ul className="lines">
          {data.list.map(each => (
            <WebhookLine
              key={each.webhook_id}
              webhook={each}
              show={kind => dialog.show({ kind, webhook: each })}
              done={reload}
            />
          ))}
        </ul>
      )}
      {kind === 'create' && <CreateWebhookDialog key={dialog.key} {...props} made={setSecret} />}
      {webhook && kind === 'edit' && <EditWebhookDialog key={dialog.key} {...props} webhook={webhook} />}
      {webhook && kind === 'messages' && <MessagesDrawer key={dialog.key} {...dialog.props} webhook={webhook} />}
      {webhook && kind === 'rotate' && (
        <RotateWebhookDialog key={dialog.key} {...props} webhook={webhook} made={setSecret} />
      )}
      {webhook && kind === 'remove' && (
        <ConfirmDialog
          key={dialog.key}
          {...props}
          title={`删除发往 ${hostOf(webhook)} 的 Webhook？`}
          okText="删除 Webhook"
          danger
          call={api.deleteWebhook}
          input={{ webhook_id: webhook.webhook_id }}
          outdatedBy={[-55001]}
        >
          <p>它的送达记录与 {count(webhook.pending)} 个还没有送达的事件一并删除，不能恢复。</p>
        </ConfirmDialog>
      )}
      <SecretDialog title="Webhook 的签名密钥" secret={secret} lost="" close={() => setSecret(undefined)} />
    </section>
  )
}

interface WebhookLineProps {
  webhook: Webhook
  show: (kind: keyof typeof dialogs) => void
  done: () => void
}

function WebhookLine({ webhook, show, done }: WebhookLineProps) {
  const { webhook_id, url, description, events, state, pending, failing_since, next_attempt_at } = webhook
  const switching = useSubmission({ call: api.setWebhook, message: '已保存', done, outdatedBy: [-55001] })
  const eventNames = events ? events.map(event => activityNames[event]).join('、') : '全部事件'
  const name = hostOf(webhook)
  return (
    <li className="line">
      <div>
        <h3 className="open-names">
          {description || name} <StateTag state={webhookLook(webhook)} />
        </h3>
        <p className="address">{url}</p>
        <p className="figures">
          {eventNames}
          {pending > 0 && ` · ${count(pending)} 个等待送达`}
          {failing_since && ` · ${dateTime(failing_since)} 起没有收下`}
          {state === 'active' && next_attempt_at && ` · ${fromNow(next_attempt_at)}再试`}
        </p>
      </div>
      <div className="row">
        <Button aria-label={`发往${name}的送达记录`} onClick={() => show('messages')}>
          {dialogs.messages}
        </Button>
        {state === 'disabled' && (
          <Button
            look="primary"
            loading={switching.busy}
            aria-label={`启用发往${name}的 Webhook`}
            onClick={() => void switching.submit({ webhook_id, state: 'active' })}
          >
            启用
          </Button>
        )}
        <RowMenu
          label={`发往${name}的更多操作`}
          actions={[
            { key: 'edit', label: dialogs.edit, run: () => show('edit') },
            { key: 'rotate', label: dialogs.rotate, run: () => show('rotate') },
            ...(state === 'active'
              ? [{ key: 'disable', label: '停用', run: () => void switching.submit({ webhook_id, state: 'disabled' }) }]
              : []),
            { key: 'remove', label: dialogs.remove, danger: true, run: () => show('remove') },
          ]}
        />
      </div>
    </li>
  )
}
