import { clientTypeNames } from '#contract/installer-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { type ListedInstaller, nameOf } from './listed-installer.ts'

interface WithdrawDialogProps extends ChangeDialogProps {
  installer: ListedInstaller
}

export function WithdrawDialog({ installer, open, close, done }: WithdrawDialogProps) {
  const { installer_id, state, client_type, file_name } = installer
  const [name, system] = [nameOf(installer), clientTypeNames[client_type]]
  const restoring = state === 'withdrawn'
  // A file hosted elsewhere is not removed; the portal only stops showing its address.
  const gone = file_name ? '下载链接立即失效' : '本站立即不再提供它，但知道外部地址的人仍可下载'
  const word = restoring ? '重新提供' : '撤回'
  return (
    <ConfirmDialog
      title={`${word} ${name}`}
      okText={word}
      danger={!restoring}
      {...{ open, close }}
      call={api.setInstallerWithdrawn}
      input={{ installer_id, withdrawn: !restoring }}
      message={({ data: { current } }) =>
        `${name} 已${word}；${current ? `当前版本为 ${current}` : `${system} 现在没有安装包`}`
      }
      done={done}
    >
      <p>
        {restoring
          ? '又可以下载；它若是该系统里最后发布的一个，就重新成为当前版本。'
          : state === 'current'
            ? `${gone}；${system} 其余最新发布的一个成为当前版本；没有其余的，下载页不再提供 ${system} 版。已安装的客户端不受影响。`
            : `${gone}。已安装的客户端不受影响。`}
      </p>
    </ConfirmDialog>
  )
}
