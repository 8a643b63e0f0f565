import { Form, Input } from 'antd'
import { type DirectoryProvider, directoryLengths, directoryWords } from '#contract/directory-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'

interface Values {
  tenant: string
  client_id?: string
  client_secret?: string
  callback_token?: string
  callback_key?: string
}

interface AccessDialogProps extends ChangeDialogProps {
  source: DirectoryProvider
  provider: OutputOf<'getDirectory'>['provider']
}

/** Sets the provider's credentials. If the field is left empty, the stored secret is kept. */
export function AccessDialog({ source, provider, ...dialog }: AccessDialogProps) {
  const words = directoryWords[source]
  const secret = (name: 'client_secret' | 'callback_token' | 'callback_key', required: boolean, extra?: string) => (
    <Form.Item
      name={name}
      label={words[name]}
      extra={extra}
      rules={required ? [{ required, message: `请输入${words[name]}` }] : []}
    >
      <Input.Password maxLength={directoryLengths[name]} autoComplete="off" />
    </Form.Item>
  )
  return (
    <DialogForm
      {...dialog}
      title="接入"
      subject={source}
      okText="保存"
      width={560}
      call={api.setDirectoryProvider}
      record={provider}
      // Both are always sent, also with another secret alone, and so is what was seen of them.
      input={({ tenant, client_id = '', ...secrets }: Values, record) => ({
        tenant,
        client_id,
        ...Object.fromEntries(Object.entries(secrets).filter(([, value]) => value)),
        ...(record && { seen: { tenant: record.tenant, client_id: record.client_id } }),
      })}
      message="已保存，请读取目录"
      fieldOf={{ [-59401]: 'client_secret' }}
      outdatedBy={[-59400]}
    >
      <TextItem
        name="tenant"
        field={{ label: words.tenant, max: directoryLengths.tenant }}
        initialValue={provider?.tenant}
        required={`请输入${words.tenant}`}
        extra={provider ? '换成另一家企业，收到的内容清空，须重新看过计划再启用。' : undefined}
      />
      {words.client_id && (
        <TextItem
          name="client_id"
          field={{ label: words.client_id, max: directoryLengths.client_id }}
          initialValue={provider?.client_id}
          required={`请输入${words.client_id}`}
        />
      )}
      {secret('client_secret', !provider, provider ? '不填则沿用现有的；换了企业或应用须重新填写。' : undefined)}
      {secret('callback_token', false, '两项都填，变化才随即生效；不填则只在夜里与手动读取。')}
      {secret('callback_key', false, provider?.has_callback ? '已有的两项不填则沿用。' : undefined)}
    </DialogForm>
  )
}
