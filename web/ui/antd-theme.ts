import { type ThemeConfig, theme as themes } from 'antd'
import type { Theme } from './theme.ts'

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
/** The ring around a focused input. An invalid one has no other sign of the focus, because its border is red already. */
const ring = (name: string, share: number) => `color-mix(in srgb, ${token(name)} ${share}%, transparent)`
const pixels = (name: string) => Number.parseFloat(token(name))

/**
 * Returns the scale of the whole page, from the root font size; nothing is rendered smaller than its base. It is rounded to
 * eighths, so that resizing a window does not create new styles at every pixel.
 */
export const currentScale = () =>
  Math.max(1, Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 2) / 8)

/** Colours taken from the tokens unchanged, because antd's dark palette would tone the brand down. */
const exact = () => ({
  colorPrimary: token('brand'),
  colorPrimaryHover: token('brand-strong'),
  colorPrimaryActive: token('brand-strong'),
  colorPrimaryBg: token('brand-wash'),
  colorPrimaryBgHover: token('brand-wash'),
  colorPrimaryBorder: token('brand-line'),
  colorPrimaryText: token('brand-strong'),
  colorLink: token('brand-strong'),
  colorLinkHover: token('brand'),
  colorSuccess: token('accent-ink'),
  colorWarning: token('warn'),
  colorError: token('danger-ink'),
  colorErrorHover: token('danger-strong'),
  colorErrorActive: token('danger-strong'),
  colorErrorText: token('danger-ink'),
  colorErrorBorder: token('danger'),
  colorBgLayout: token('ground-soft'),
  colorBgContainer: token('raised'),
  colorBgElevated: token('raised'),
  colorText: token('ink'),
  colorTextSecondary: token('ink-soft'),
  colorTextTertiary: token('ink-faint'),
  colorTextQuaternary: token('ink-faint'),
  colorBorder: token('line-strong'),
  colorBorderSecondary: token('line'),
})

/** The tokens as an antd theme. They are read from the page, so that tokens.css stays their only source. */
export function antdTheme(theme: Theme, scale: number): ThemeConfig {
  const size = (value: number) => Math.round(value * scale)
  return {
    algorithm: [
      theme === 'dark' ? themes.darkAlgorithm : themes.defaultAlgorithm,
      (_seed, map) => ({ ...map, ...exact() }),
    ] as NonNullable<ThemeConfig['algorithm']>,
    token: {
      colorPrimary: token('brand'),
      colorTextPlaceholder: token('ink-faint'),
      colorTextDescription: token('ink-faint'),
      controlOutlineWidth: 3,
      controlOutline: ring('brand', 18),
      colorErrorOutline: ring('danger', 32),
      fontFamily: token('font'),
      fontSize: size(14),
      controlHeight: size(36),
      // antd multiplies the unit by the number of its steps, which is not a length: scaling it too would square the scale.
      sizeUnit: size(4),
      borderRadius: pixels('radius-s'),
      borderRadiusLG: pixels('radius-m'),
      boxShadow: token('shadow'),
      boxShadowSecondary: token('shadow'),
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationMid: token('quick'),
      motionDurationSlow: token('calm'),
      wireframe: false,
    },
    components: {
      Button: {
        primaryColor: token('on-brand'),
        primaryShadow: 'none',
        dangerColor: token('on-brand'),
        defaultShadow: 'none',
        fontWeight: 500,
      },
      // Badges of waiting items use colorError, which is light in the dark theme.
      Badge: { colorTextLightSolid: token('on-brand') },
      // The text colour of a dangerous menu entry under the pointer, on a colorError background.
      Dropdown: { colorTextLightSolid: token('on-brand') },
      Form: { labelColor: token('ink'), itemMarginBottom: size(28), verticalLabelPadding: '0 0 6px' },
      Modal: { titleFontSize: size(18) },
    },
  }
}
