import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { promotionLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { useRemembered } from '../use-operation.ts'
import type { Channel, PromotionCode } from './channel.ts'
import { CodeDialog } from './code-dialog.tsx'
import { CodeStateDialog } from './code-state-dialog.tsx'
import { QrDialog } from './qr-dialog.tsx'

const fields = {}

const columns: Column<PromotionCode>[] = [
  { key: 'code', title: '推广码', render: row => <code>{row.promotion_code}</code> },
  { key: 'state', title: '状态', render: row => <StateTag state={promotionLooks[row.state]} /> },
  {
    key: 'link',
    title: '链接',
    render: row => (
      <span className="code-link">
        <a href={row.link} target="_blank" rel="noreferrer">
          {row.link}
        </a>
        <CopyButton text={row.link} label={`${row.promotion_code}的链接`} />
      </span>
    ),
  },
  {
    key: 'used',
    title: '已使用 / 上限',
    end: true,
    render: row => `${count(row.used)} / ${row.use_limit === null ? '不限' : count(row.use_limit)}`,
  },
  {
    key: 'window',
    title: '有效期',
    render: row => `${dateTime(row.starts_at)} 起${row.ends_at ? `，至 ${dateTime(row.ends_at)}` : ''}`,
  },
  { key: 'coupon', title: '欢迎礼', render: row => row.coupon_name ?? '—' },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

export function Codes({ channel }: { channel: Channel }) {
  const at = useListAddress(fields)
  const { channel_id, state } = channel
  const called = useRemembered('getPromotionCodeList', { channel_id, page: at.page, page_size: at.size })
  const edit = useDialog<PromotionCode | undefined>()
  const standing = useDialog<PromotionCode>()
  const qr = useDialog<PromotionCode>()
  const add = (
    <ActButton disabled={state === 'ended'} onClick={() => edit.show(undefined)}>
      新建推广码
    </ActButton>
  )
  return (
    <>
      <DataList
        name="operations-promotion-codes"
        noun="个推广码"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.promotion_code}
        labelOf={row => row.promotion_code}
        tools={add}
        actions={row => (
          <span className="row-actions">
            <Button look="link" size="small" aria-label={`${row.promotion_code}的二维码`} onClick={() => qr.show(row)}>
              二维码
            </Button>
            <ActMenu
              label={`${row.promotion_code}的操作`}
              actions={[
                { key: 'edit', label: '修改', run: () => edit.show(row) },
                null,
                row.disabled_at
                  ? { key: 'enable', label: '恢复', run: () => standing.show(row) }
                  : { key: 'disable', label: '停用', danger: true, run: () => standing.show(row) },
              ]}
            />
          </span>
        )}
        empty={{
          title: '还没有推广码',
          text: state === 'ended' ? '合作已结束；恢复合作后才能新建。' : '新建一个，把链接或二维码交给合作伙伴。',
          action: add,
        }}
      />
      {edit.key > 0 && (
        <CodeDialog
          key={`edit-${edit.key}`}
          channel={channel}
          code={edit.subject}
          {...edit.props}
          done={called.reload}
        />
      )}
      {standing.subject && (
        <CodeStateDialog
          key={`state-${standing.key}`}
          code={standing.subject}
          {...standing.props}
          done={called.reload}
        />
      )}
      {qr.subject && <QrDialog key={`qr-${qr.key}`} code={qr.subject} {...qr.props} />}
    </>
  )
}
