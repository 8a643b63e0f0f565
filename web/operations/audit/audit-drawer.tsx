import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { auditActionName, auditActorName } from '#contract/operations/audit-names.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime } from '#web/ui/format.ts'
import { scaled } from '#web/ui/scaled.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { AuditChanges } from './audit-changes.tsx'
import type { Audited } from './audit-target.tsx'
import { AuditTarget } from './audit-target.tsx'

/** Returns the entry as it was stored, for operators who must present it verbatim. */
const original = ({ before, after }: Audited) => JSON.stringify({ before, after }, null, 2)

interface AuditDrawerProps extends DialogProps {
  entry: Audited | undefined
  /** Shows the previous or the next entry of the list; undefined at an end. */
  before: (() => void) | undefined
  after: (() => void) | undefined
  named: ReadonlyMap<string, string>
}

export function AuditDrawer({ entry, named, before, after, open, close }: AuditDrawerProps) {
  return (
    <Drawer
      title={entry && auditActionName(entry.action)}
      open={open}
      onClose={close}
      size={scaled(640)}
      extra={
        <>
          <Button look="text" icon={<LeftOutlined />} aria-label="上一条" disabled={!before} onClick={before} />
          <Button look="text" icon={<RightOutlined />} aria-label="下一条" disabled={!after} onClick={after} />
        </>
      }
    >
      {entry && (
        <>
          <Facts
            list={[
              { label: '时间', value: dateTime(entry.at) },
              { label: '操作者', value: auditActorName(entry.actor_name) },
              { label: '对象', value: <AuditTarget entry={entry} /> },
              { label: '地址', value: entry.ip ?? '—' },
            ]}
          />
          <section className="audit-told" aria-labelledby="audit-told">
            <h2 id="audit-told">改动</h2>
            <AuditChanges entry={{ ...entry, named }} />
          </section>
          <section className="audit-told" aria-labelledby="audit-ids">
            <h2 id="audit-ids">编号</h2>
            <Facts
              list={[
                { label: '操作代码', value: <code>{entry.action}</code> },
                { label: '操作者编号', value: <code>{entry.actor}</code> },
                { label: '对象编号', value: <code>{entry.target}</code> },
                { label: '请求编号', value: entry.request_id ? <code>{entry.request_id}</code> : '—' },
              ]}
            />
            <CopyButton text={original(entry)} label="原始内容">
              复制原始内容
            </CopyButton>
          </section>
        </>
      )}
    </Drawer>
  )
}
