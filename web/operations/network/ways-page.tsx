import '../network.css'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { offerLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'
import { figureColumns } from './figures.tsx'
import type { ListedWay } from './way-dialog.tsx'
import { WayDialog } from './way-dialog.tsx'

const fields = {}

const columns: Column<ListedWay>[] = [
  {
    key: 'name',
    title: '接入方式',
    render: row => (
      <span className="two-lines">
        <b>{row.name}</b>
        <code>{row.code}</code>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => <StateTag state={offerLooks[row.archived ? 'archived' : 'offered']} />,
  },
  ...figureColumns<ListedWay>(({ access_way_id }) => ({ access_way_id })),
  { key: 'about', title: '说明', extra: true, render: row => row.about },
  { key: 'sort', title: '排序', end: true, extra: true, render: row => row.sort },
]

export function WaysPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getNetworkAccessWays', { page: at.page, page_size: at.size })
  const edited = useDialog<ListedWay | undefined>()
  const archived = useDialog<ListedWay>()
  return (
    <>
      <ListHead title="接入方式" text="同一地区里，同一种接入方式的地址可以互相替换，库存按“地区 + 接入方式”计算。">
        <ActButton look="primary" onClick={() => edited.show(undefined)}>
          添加接入方式
        </ActButton>
      </ListHead>
      <DataList
        name="operations-ways"
        noun="种接入方式"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.access_way_id}
        labelOf={row => row.name}
        actions={row => (
          <ActMenu
            label={`${row.name}的操作`}
            actions={[
              { key: 'edit', label: '修改', run: () => edited.show(row) },
              null,
              row.archived
                ? { key: 'restore', label: '恢复', run: () => archived.show(row) }
                : { key: 'archive', label: '归档', danger: true, run: () => archived.show(row) },
            ]}
          />
        )}
        empty={{
          title: '还没有接入方式',
          text: '先添加接入方式，再导入地址。',
          action: <ActButton onClick={() => edited.show(undefined)}>添加接入方式</ActButton>,
        }}
      />
      {edited.key > 0 && <WayDialog key={edited.key} way={edited.subject} {...edited.props} done={called.reload} />}
      {archived.subject && (
        <ArchiveDialog
          key={`archive-${archived.key}`}
          way={archived.subject}
          {...archived.props}
          done={called.reload}
        />
      )}
    </>
  )
}

interface ArchiveDialogProps extends ChangeDialogProps {
  way: ListedWay
}

function ArchiveDialog({ way, ...dialog }: ArchiveDialogProps) {
  const { access_way_id, name, archived, skus, lines, free } = way
  const word = archived ? '恢复' : '归档'
  return (
    <ConfirmDialog
      title={`${word} ${name}`}
      okText={word}
      danger={!archived}
      {...dialog}
      call={api.setAccessWayArchived}
      input={{ access_way_id, archived: !archived }}
      message={`${name} 已${word}`}
    >
      {archived ? (
        <p>
          公开页面与购买页重新出现 {name}，{count(skus)} 个规格可以购买与续费。
        </p>
      ) : (
        <ul className="consequences">
          <li>
            公开页面与购买页立即不再出现 {name}，{count(skus)} 个规格不能购买，也不能续费。
          </li>
          <li>{lines ? `${count(lines)} 条已有专线照常使用到各自的到期时间。` : '还没有专线使用它。'}</li>
          <li>{count(free)} 个空闲地址留在库中，不能再导入新的地址。</li>
        </ul>
      )}
    </ConfirmDialog>
  )
}
