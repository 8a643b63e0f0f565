import type { Plugin } from 'vite'
import { frameParts } from './vite.antd.ts'

/** A module that imports antd also gets its frame, so that nobody has to remember it. */
export function antdFrames(): Plugin {
  return {
    name: 'antd-frames',
    transform: {
      filter: { id: { include: /[\\/]web[\\/].+\.tsx?$/, exclude: frameParts }, code: /from ["']antd["']/ },
      // Type imports need no frame, and import nothing.
      handler: code =>
        /import (?!type\b)[^;]*? from ["']antd["']/.test(code)
          ? { code: `${code}\nimport '#web/ui/antd-frame.tsx'`, map: null }
          : null,
    },
  }
}

/**
 * Points our imports of antd's parts and icons at their own modules. Through the packages' indexes every page would reach every
 * part, and the reaching entries decide in which file a part ends up.
 */
export function directImports(format: 'es' | 'lib' = 'es'): Plugin {
  const kebab = (name: string) => (name === 'QRCode' ? 'qr-code' : name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase())
  const places: Record<string, (name: string) => string> = {
    antd: name => `antd/${format}/${kebab(name)}`,
    '@ant-design/icons': name => `@ant-design/icons/${format}/icons/${name}`,
  }
  return {
    name: 'direct-imports',
    transform: {
      filter: { id: /[\\/]web[\\/].+\.tsx?$/, code: /from ["'](antd|@ant-design\/icons)["']/ },
      handler(code) {
        const direct = code.replace(
          /import \{([^}]+)\} from ["'](antd|@ant-design\/icons)["'];?/g,
          (_, names: string, from: string) =>
            names
              .split(',')
              .map(each => each.trim())
              .filter(Boolean)
              .map(each => {
                const [name = '', local = name] = each.split(' as ')
                return `import ${local} from ${JSON.stringify(places[from]?.(name))};`
              })
              .join(' '),
        )
        return { code: direct, map: null }
      },
    },
  }
}

/** Every icon searches the page's styles for the icons' own. Once is enough, and a page of rows has a hundred icons. */
export function iconStylesOnce(): Plugin {
  const effect = /useEffect\(\(\) => \{\s*if \(zeroRuntime\)/
  return {
    name: 'icon-styles-once',
    transform: {
      filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]renderUtils\.js/ },
      handler(code) {
        if (!effect.test(code))
          this.error('antd’s icons insert their styles in another way now: look at renderUtils.js')
        const once = code.replace(
          effect,
          'useEffect(() => {\n    if (inserted) return;\n    inserted = true;\n    if (zeroRuntime)',
        )
        return { code: `let inserted = false;\n${once}`, map: null }
      },
    },
  }
}

/**
 * Hides antd's icons from screen readers, which would read their English names beside the Chinese label of every button. All of our
 * icons are beside text, or in an element with a name.
 */
export function decorativeIcons(): Plugin {
  const named = /role: "img",\s*"aria-label": icon\.name/
  return {
    name: 'decorative-icons',
    transform: {
      filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js/ },
      handler(code) {
        if (!named.test(code))
          this.error('antd’s icons name themselves in another way now: look at its AntdIcon.js and AntdIconLight.js')
        return { code: code.replace(named, '"aria-hidden": true'), map: null }
      },
    },
  }
}

/**
 * Omits what antd's parts import and we never show: hints that share one pop-up, which bring all that places pop-ups; the colour
 * picker, of which buttons use one function; and groups and searches of fields, which bring antd's button. Pages would load them.
 */
export function withoutUnused(): Plugin {
  const hints = /import UniqueProvider from '..\/tooltip\/UniqueProvider';/
  const shown = /if \(tooltip\?\.unique\) \{[^}]+\}/
  const color = /import \{ ColorBlock, Color as RcColor \} from '@rc-component\/color-picker';/
  const bright = /export const isBright = [\s\S]+?\n\};\n/
  const fields = /import (Group|Search) from '.\/\1';\n|Input\.(Group|Search) = \2;\n/g
  return {
    name: 'without-unused',
    transform: {
      filter: {
        id: /[\\/]antd[\\/]es[\\/](config-provider[\\/]index|input[\\/]index|color-picker[\\/]components[\\/]ColorPresets)\.js/,
      },
      handler(code) {
        if (hints.test(code) && shown.test(code)) return { code: code.replace(hints, '').replace(shown, ''), map: null }
        if (code.match(fields)?.length === 4) return { code: code.replace(fields, ''), map: null }
        const [kept] = bright.exec(code) ?? []
        if (!kept || !color.test(code))
          this.error(
            'antd’s parts bring hints, the colour picker or groups of fields in another way now: look at the files of this filter',
          )
        return { code: `import { Color as RcColor } from '@rc-component/color-picker';\n${kept}`, map: null }
      },
    },
  }
}
