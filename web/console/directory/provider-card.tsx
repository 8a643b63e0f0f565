import { type DirectoryProvider, directoryProviders } from '#contract/directory-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

const AccessDialog = idlePart(async () => (await import('./access-dialog.tsx')).AccessDialog)

interface ProviderCardProps {
  source: DirectoryProvider
  directory: OutputOf<'getDirectory'>
  /** The directory is being reloaded. */
  loading: boolean
  done: () => void
}

/** Milliseconds between two polls for the end of a reading. */
const pause = 2000

/** Shows how people are read from 企业微信, 钉钉 or 飞书, with the state of the latest reading. */
export function ProviderCard({
  source,
  directory: { provider, callback, settings },
  loading,
  done,
}: ProviderCardProps) {
  const editing = useDialog<true>()
  const reading = useSubmission({
    call: api.fetchDirectory,
    message: '正在读取，读完后这里会显示时间',
    done,
    outdatedBy: [-59201, -59401, -59402],
  })
  const isReading = provider?.reading === true
  usePolling({ loading, reload: done }, isReading ? pause : undefined)
  const name = directoryProviders[source]
  return (
    <section className="sheet" aria-labelledby="access-title">
      <div className="sheet-head">
        <h2 id="access-title">从{name}读取</h2>
        <Button look={provider ? 'default' : 'primary'} onClick={() => editing.show(true)}>
          {provider ? '修改接入' : '填写接入'}
        </Button>
      </div>
      {!provider && <p>在{name}的管理后台建一个自建应用，开通读取通讯录与手机号的权限，再把它的编号与密钥填在这里。</p>}
      {provider && (
        <>
          {provider.problem && <Alert type="warning" title={`没有读到：${provider.problem}`} />}
          <Facts
            list={[
              { label: '企业', value: provider.tenant },
              { label: '变化', value: provider.has_callback ? '随回调生效，每夜再全部读取一次' : '每夜读取一次' },
              { label: '上次读取', value: provider.read_at ? dateTime(provider.read_at) : '还没有' },
            ]}
          />
          <p>
            回调地址 <code>{callback}</code>
            <CopyButton text={callback} label="回调地址" />
          </p>
          <div className="row">
            <Button loading={reading.busy || isReading} onClick={() => void reading.submit({})}>
              {isReading ? '读取中' : settings?.state === 'active' ? '立即读取并核对' : '读取'}
            </Button>
          </div>
        </>
      )}
      <AccessDialog
        key={`${source} ${editing.key}`}
        {...editing.props}
        source={source}
        provider={provider}
        done={done}
      />
    </section>
  )
}
