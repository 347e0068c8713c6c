//! The losses of a training as a picture.

use anyhow::Context;
use plotters::prelude::*;

use super::Epoch;

const SIZE: (u32, u32) = (720, 420);

/// An SVG of the losses over the epochs: of the samples learnt from, and of those set aside.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn losses(epochs: &[Epoch]) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(epochs, &mut text).map_err(|error| anyhow::anyhow!("{error}")).context("cannot draw the losses")?;
    Ok(text)
}

fn draw(epochs: &[Epoch], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let training: Vec<(f64, f64)> =
        epochs.iter().map(|epoch| (epoch.number as f64, epoch.training_loss)).collect();
    let validation: Vec<(f64, f64)> =
        epochs.iter().filter_map(|epoch| Some((epoch.number as f64, epoch.validation_loss?))).collect();
    let all = || training.iter().chain(&validation).map(|&(_, loss)| loss).filter(|loss| loss.is_finite());
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    // A curve needs some height even when the loss stays as it is.
    let margin = if most > least { 0.05 * (most - least) } else { 0.001 };
    let losses = if most >= least { least - margin..most + margin } else { 0.0..1.0 };
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1.0..epochs.len().max(2) as f64, losses)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("loss")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.5}"))
        .draw()?;
    for (name, points, color) in [("training", training, BLUE), ("validation", validation, RED)] {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
