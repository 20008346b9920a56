// Products of matrices.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

def LinearOp : Op<"linear", [Pure]> {
  let summary = "x times the transposed weight, plus bias where it is given";
  let input = (ins Tensor:$x, Tensor:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let types = [T<"T", Floats>];
  let dims = "... k, n k, n -> ... n";
  let expr = "y = sum[k](x * weight) + (bias if given(bias) else 0)";
  let samples = [
    Sample<"x:[m,k] weight:[n,k] bias:[n]", "m=4, k=3, n=5">,
    Sample<"x:[2,m,k] weight:[n,k] bias:none", "m=2, k=3, n=2">
  ];
}

def BmmOp : Op<"bmm", [Pure]> {
  let summary = "Products of matrices, one for each index of the first axis";
  let input = (ins Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$z);
  let types = [T<"T", Floats>];
  let dims = "p m k, p k n -> p m n";
  let expr = "z = sum[k](x * y)";
  let samples = [Sample<"x:[p,m,k] y:[p,k,n]", "p=3, m=4, k=2, n=5">];
}

defvar MatmulChecks = [
  Check<"rank(a) >= 2 and rank(b) >= 2", "a and b need at least two dimensions">,
  Check<"rank(dy) == max(rank(a), rank(b))", "dy has rank {rank(dy)}, not that of matmul">,
  Check<"(a[-2] if transpose_a else a[-1]) == (b[-1] if transpose_b else b[-2])",
        "a and b don't fit together">,
  Check<"dy[-2] == (a[-1] if transpose_a else a[-2])", "dy has other rows than a">,
  Check<"dy[-1] == (b[-2] if transpose_b else b[-1])", "dy has other columns than b">
];

// Whether a matrix is to be transposed is known at the call only, so the kernels of matmul are
// written by hand.
let attrs = (ins DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                 DefaultValuedAttr<BoolAttr, "false">:$transpose_b),
    types = [T<"T", Floats>] in {

def MatmulOp : Op<"matmul", [Pure]> {
  let summary = "a times b, each transposed on request, with leading axes that broadcast";
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "... m k, ... k n -> ... m n";
  let dims_if = [
    DimsIf<"transpose_a and transpose_b", "... k m, ... n k -> ... m n">,
    DimsIf<"transpose_a", "... k m, ... k n -> ... m n">,
    DimsIf<"transpose_b", "... m k, ... n k -> ... m n">
  ];
  let linear = ["a", "b"];
  let grad = ["a, b = matmul_grad(dy, a, b, transpose_a, transpose_b)"];
  let reference = [{
    a = np.swapaxes(a, -1, -2) if transpose_a else a
    b = np.swapaxes(b, -1, -2) if transpose_b else b
    return a @ b
  }];
  let samples = [
    Sample<"a:[m,k] b:[k,n]", "m=4, k=3, n=5">,
    Sample<"a:[2,1,m,k] b:[3,n,k] transpose_b:true", "m=2, k=3, n=4">,
    Sample<"a:[k,m] b:[2,k,n] transpose_a:true", "m=4, k=3, n=2">,
    Sample<"a:[2,k,m] b:[2,n,k] transpose_a:true transpose_b:true", "m=2, k=3, n=4">
  ];
  let errors = [Error<"a:[2,3] b:[4,5]", "dim k">];
}

def MatmulGradOp : Op<"matmul_grad", [Pure]> {
  let summary = "Gradients of matmul, summed over the axes that were broadcast";
  let input = (ins Tensor:$dy, Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$da, Tensor:$db);
  let shape = PerResult<[SameAs<"a">, SameAs<"b">]>;
  let checks = MatmulChecks;
  let grad = [
    "dy, a, b = matmul_grad_grad(dda, ddb, dy, a, b, transpose_a, transpose_b)"
  ];
  let reference = [{
    turn = lambda x, wanted: np.swapaxes(x, -1, -2) if wanted else x
    da = dy @ np.swapaxes(turn(b, transpose_b), -1, -2)
    db = np.swapaxes(turn(a, transpose_a), -1, -2) @ dy
    return sum_to(turn(da, transpose_a), a.shape), sum_to(turn(db, transpose_b), b.shape)
  }];
  let samples = [
    Sample<"dy:[m,n] a:[m,k] b:[k,n]", "m=4, k=3, n=5">,
    Sample<"dy:[2,3,m,n] a:[2,1,m,k] b:[3,n,k] transpose_b:true", "m=2, k=3, n=4">,
    Sample<"dy:[2,m,n] a:[k,m] b:[2,k,n] transpose_a:true", "m=4, k=3, n=2">
  ];
}

def MatmulGradGradOp : Op<"matmul_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of matmul_grad, for second derivatives of matmul";
  let input = (ins Tensor:$dda, Tensor:$ddb, Tensor:$dy, Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$gdy, Tensor:$ga, Tensor:$gb);
  let shape = PerResult<[SameAs<"dy">, SameAs<"a">, SameAs<"b">]>;
  let checks = MatmulChecks # [
    Check<"dda == a and ddb == b", "dda and ddb need the shapes of a and b">
  ];
  let reference = [{
    turn = lambda x, wanted: np.swapaxes(x, -1, -2) if wanted else x
    gdy = (turn(dda, transpose_a) @ turn(b, transpose_b)
           + turn(a, transpose_a) @ turn(ddb, transpose_b))
    ga = dy @ np.swapaxes(turn(ddb, transpose_b), -1, -2)
    gb = np.swapaxes(turn(dda, transpose_a), -1, -2) @ dy
    return gdy, sum_to(turn(ga, transpose_a), a.shape), sum_to(turn(gb, transpose_b), b.shape)
  }];
  let samples = [
    Sample<"dda:[m,k] ddb:[k,n] dy:[m,n] a:[m,k] b:[k,n]", "m=4, k=3, n=5">,
    Sample<"dda:[2,1,m,k] ddb:[3,n,k] dy:[2,3,m,n] a:[2,1,m,k] b:[3,n,k] transpose_b:true",
           "m=2, k=3, n=4">
  ];
}

}

}
