import { Component, type ComponentChildren, type FunctionComponent } from 'preact';

/**
 * The component, rendered anew only when one of its props is another one; with `identity`, only
 * when that is.
 */
export function memo<Props extends object>(
  render: FunctionComponent<Props>,
  identity?: (props: Props) => unknown,
): FunctionComponent<Props> {
  const isSame = identity
    ? (a: Props, b: Props): boolean => Object.is(identity(a), identity(b))
    : sameProps;

  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next);
    }
    override render(): ComponentChildren {
      return render(this.props);
    }
  }
  // Preact takes classes wherever it takes functions; its types do not say so.
  return Memo as unknown as FunctionComponent<Props>;
}

function sameProps(a: object, b: object): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.is(Reflect.get(a, name), Reflect.get(b, name)));
}
