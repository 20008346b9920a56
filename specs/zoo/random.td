// Random numbers, the same for the same seed in every framework.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

// Philox4x32-10 in NumPy: numbers 0, 1, ... of a seed, evenly distributed over [0, 1).
defvar Uniform = [{
    def uniform(seed, count):
        low = np.uint64(0xFFFFFFFF)
        at = np.arange((count + 1) // 2, dtype=np.uint64)
        a, b, c, d = at & low, at >> np.uint64(32), at * np.uint64(0), at * np.uint64(0)
        key = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF]
        for _ in range(10):
            even, odd = a * np.uint64(0xD2511F53), c * np.uint64(0xCD9E8D57)
            a, c = odd >> np.uint64(32) ^ b ^ np.uint64(key[0]), even >> np.uint64(32) ^ d ^ np.uint64(key[1])
            b, d = odd & low, even & low
            key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
        pairs = np.stack([a << np.uint64(32) | b, c << np.uint64(32) | d], -1)
        return (pairs >> np.uint64(11)).ravel()[:count] * 2.0**-53

}];

def DropoutOp : Op<"dropout", []> {
  let summary = "x with elements left out with probability p, the others scaled up to match";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, TensorOf<"B">:$mask);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.5">:$p, SeedAttr:$seed);
  let types = [T<"T", Floats>, T<"B", [Bool]>];
  let shape = SameAs<"x">;
  let checks = [Check<"p >= 0.0 and p <= 1.0", "p has to be between 0 and 1">];
  let grad = ["x = dropout_grad(dy, mask, p)"];
  let reference = Uniform # [{
    mask = uniform(seed, x.size).reshape(x.shape) >= p
    return np.where(mask, x / max(1 - p, 1e-300), 0), mask
  }];
  let samples = [Sample<"x:[4,6] p:0.3">, Sample<"x:[2,3,5]">, Sample<"x:[4] p:1.0">];
  let errors = [Error<"x:[4] p:1.5", "p has to be">];
}

def DropoutGradOp : Op<"dropout_grad", [Pure, Elementwise]> {
  let summary = "Gradient of dropout";
  let input = (ins Tensor:$dy, TensorOf<"B">:$mask);
  let output = (outs Tensor:$dx);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.5">:$p);
  let types = [T<"T", Floats>, T<"B", [Bool]>];
  let shape = SameAs<"dy">;
  let expr = "dx = dy / (1 - p) if mask else 0";
  let grad = ["dy = dropout_grad(ddx, mask, p)"];
  let samples = [Sample<"dy:[4,6] mask:[4,6] p:0.3">, Sample<"dy:[2,3,5] mask:[2,3,5]">];
}

def UniformOp : Op<"uniform", [NoGrad]> {
  let summary = "Numbers between low and high, each as likely as any other";
  let output = (outs Tensor:$y);
  let attrs = (ins ShapeAttr:$shape, DefaultValuedAttr<F64Attr, "0.0">:$low,
                   DefaultValuedAttr<F64Attr, "1.0">:$high,
                   DefaultValuedAttr<DTypeAttr<"T">, "f32">:$dtype, SeedAttr:$seed);
  let types = [T<"T", [F32, F64]>];
  let shape_expr = ["y = shape"];
  let reference = Uniform # [{
    count = int(np.prod(shape))
    return low + (high - low) * uniform(seed, count).reshape(shape)
  }];
  let samples = [Sample<"shape:[3,4] low:-1.0">, Sample<"shape:[]">, Sample<"shape:[2,0]">];
}

}
