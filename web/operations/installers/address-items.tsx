import { Form, InputNumber } from 'antd'
import { wrongAddress } from '#contract/installer-names.ts'
import { installerFields } from '#contract/records/installer-fields.ts'
import { TextItem } from '#web/ui/text-item.tsx'

/** A file hosted elsewhere. The portal does not read it, so the form asks for the values against which downloads are checked. */
export const AddressItems = () => (
  <>
    <TextItem
      name="url"
      field={installerFields.url}
      required="请输入下载地址"
      dependencies={['client_type']}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_rule, address = '') => {
            const type = getFieldValue('client_type')
            const wrong = type && wrongAddress(type, address.trim())
            return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve()
          },
        }),
      ]}
      placeholder="https://download.example.com/client-12.0.1.exe"
      extra="https 开头，访客与客户端直接从这里下载；本站不读取这个文件，请先确认它能下载"
    />
    <Form.Item
      name="size"
      label="文件大小"
      extra="文件的字节数，显示在下载页"
      rules={[{ required: true, message: '请输入文件大小' }]}
    >
      <InputNumber min={1} max={Number.MAX_SAFE_INTEGER} precision={0} suffix="字节" style={{ width: '100%' }} />
    </Form.Item>
  </>
)
