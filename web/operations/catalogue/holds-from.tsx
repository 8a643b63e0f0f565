import { Form, Radio } from 'antd'
import { chinaNow, fromPicker } from '#web/ui/china-time.ts'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'

export interface WhenValues {
  when: 'now' | 'later'
  at?: Dayjs
}

/** Converts the form's values to an instant; undefined means as soon as the request is confirmed. */
export const holdsFrom = ({ when, at }: WhenValues): string | undefined =>
  when === 'later' && at ? fromPicker(at) : undefined

/** The start of a price, in Beijing time wherever the operator is. */
export function HoldsFrom({ later }: { later: boolean }) {
  const when = Form.useWatch<WhenValues['when']>('when')
  return (
    <>
      <Form.Item name="when" label="生效时间" initialValue={later ? 'later' : 'now'}>
        <Radio.Group
          options={[
            { value: 'now', label: '确认后立即生效', disabled: later },
            { value: 'later', label: '指定时间' },
          ]}
        />
      </Form.Item>
      {(when ?? (later ? 'later' : 'now')) === 'later' && (
        <Form.Item
          name="at"
          label="从何时起（北京时间）"
          extra="须第二人的，在此之前须已由另一位操作员确认"
          rules={[
            { required: true, message: '请选择生效时间' },
            {
              validator: async (_, value?: Dayjs) => {
                if (value && !value.isAfter(chinaNow())) throw new Error('生效时间须晚于现在')
              },
            },
          ]}
        >
          <MinutePicker usualTime="00:00" disabledDate={date => date.isBefore(chinaNow(), 'day')} />
        </Form.Item>
      )}
    </>
  )
}
